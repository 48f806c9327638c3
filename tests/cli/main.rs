//! The command line from end to end: the program, its folder, and its output.

#[path = "../desk/mod.rs"]
mod desk;

mod advise;
mod ask;
mod compare;
mod count;
mod files;
mod fizzbin;
mod help;
mod kinzo;
mod league;
mod leaks;
mod picture;
#[cfg(unix)]
mod play;
mod playtest;
mod report;
mod run;
mod sabacc;
mod survive;
mod sweep;
mod trace;
mod tune;
mod words;
