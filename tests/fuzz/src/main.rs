//! Fuzzing guided by coverage, built and run by `.ci/fuzz`: libFuzzer mutates texts for the reader
//! named in `CROUPIER_FUZZ_TARGET`. If `CROUPIER_FUZZ_TEXTS` names a folder, the program only
//! writes the texts of each reader there, into a folder of their own, and their tokens into
//! FOLDER.dict.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::path::Path;
use std::{env, fs, process};
use targets::Target;

#[path = "../targets.rs"]
mod targets;

/// The root folder of croupier.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

thread_local! {
    static TARGET: Target = chosen();
}

fn chosen() -> Target {
    let name = env::var("CROUPIER_FUZZ_TARGET").expect("CROUPIER_FUZZ_TARGET names a reader");
    let found = targets::targets().into_iter().find(|target| target.name == name);
    found.unwrap_or_else(|| panic!("no reader {name}"))
}

fn write_texts(folder: &Path) {
    for target in targets::targets() {
        let folder = folder.join(&target.name);
        fs::create_dir_all(&folder).unwrap();
        for (at, text) in target.texts.iter().enumerate() {
            fs::write(folder.join(format!("text-{at}")), text).unwrap();
        }
    }
    let byte = |byte: u8| format!("\\x{byte:02x}");
    let entry = |token: &&str| format!("\"{}\"\n", token.bytes().map(byte).collect::<String>());
    let entries: String = targets::TOKENS.iter().map(entry).collect();
    fs::write(folder.with_extension("dict"), entries).unwrap();
}

fuzz_target!(
    init: {
        if let Some(folder) = env::var_os("CROUPIER_FUZZ_TEXTS") {
            write_texts(Path::new(&folder));
            process::exit(0);
        }
    },
    |text: &[u8]| TARGET.with(|target| target.check(text))
);
