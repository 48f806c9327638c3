//! What is written is there whole or not at all, and what cannot be is found before the run.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::place::sibling;
use super::{Output, OutputError};
use crate::study::{Report, Table};

const TABLES: [&str; 2] = ["seats", "events"];

fn report() -> Report {
    let mut seats = Table::new("seats", ["seat", "ev"]);
    seats.push(vec![1_u64.into(), 0.5.into()]);
    let mut events = Table::new("events", ["event"]);
    events.push(vec!["push".into()]);
    Report { tables: vec![seats, events], ..Report::default() }
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn put(path: &Path, text: &str) {
    fs::write(path, text).expect("the test can write here");
}

/// Every name in the folder, hidden ones too.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut names: Vec<_> = entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn refused(path: &Path) -> OutputError {
    Output::prepare(path, &TABLES, false).expect_err("this cannot be written")
}

/// A disk that fills up while the table of this name is written.
fn full_at(name: &'static str) -> impl Fn(&Table, &mut File) -> io::Result<()> {
    move |table, file| {
        file.write_all(b"half a ")?;
        if table.name == name { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }
}

#[test]
fn the_first_table_has_the_name_and_the_others_stand_beside_it() {
    for (path, expected) in [
        ("results/game-simulate.csv", "results/game-simulate.events.csv"),
        ("plain", "plain.events.csv"),
        ("a.b.csv", "a.b.events.csv"),
        ("a.txt", "a.txt.events.csv"),
        ("x.csv/y", "x.csv/y.events.csv"),
        (".csv", ".csv.events.csv"),
    ] {
        assert_eq!(sibling(Path::new(path), "events"), Path::new(expected));
    }
}

#[test]
fn new_files_are_written() {
    let folder = folder();
    let path = folder.path().join("run.csv");
    let output = Output::prepare(&path, &TABLES, false).expect("the folder is there");
    assert!(names(folder.path()).is_empty(), "nothing is there before the run");
    let files = output.write(&report()).expect("there is space");
    let events = folder.path().join("run.events.csv");
    assert_eq!(files, [path.clone(), events.clone()]);
    assert_eq!(read(&path), "seat,ev\n1,0.5\n");
    assert_eq!(read(&events), "event\npush\n");
    assert_eq!(names(folder.path()), ["run.csv", "run.events.csv"]);
}

#[test]
fn files_are_replaced() {
    let folder = folder();
    let path = folder.path().join("run.csv");
    put(&path, "a longer text than the new one, in full\n");
    let output = Output::prepare(&path, &TABLES, false).expect("it can be replaced");
    assert_eq!(read(&path), "a longer text than the new one, in full\n");
    output.write(&report()).expect("there is space");
    assert_eq!(read(&path), "seat,ev\n1,0.5\n");
}

#[test]
fn a_table_that_was_not_announced_is_written_too() {
    let folder = folder();
    let path = folder.path().join("run.csv");
    let output = Output::prepare(&path, &["seats"], false).expect("the folder is there");
    output.write(&report()).expect("there is space");
    assert_eq!(names(folder.path()), ["run.csv", "run.events.csv"]);
}

#[test]
fn a_table_that_did_not_come_leaves_no_file() {
    let folder = folder();
    let path = folder.path().join("run.csv");
    let tables = ["seats", "positions", "events"];
    let output = Output::prepare(&path, &tables, false).expect("the folder is there");
    output.write(&report()).expect("there is space");
    assert_eq!(names(folder.path()), ["run.csv", "run.events.csv"]);
    assert_eq!(read(&folder.path().join("run.events.csv")), "event\npush\n");
}

#[test]
fn a_full_disk_leaves_every_file_as_it_was() {
    for full in TABLES {
        let folder = folder();
        let (path, events) = (folder.path().join("run.csv"), folder.path().join("run.events.csv"));
        put(&path, "old seats\n");
        put(&events, "old events\n");
        let output = Output::prepare(&path, &TABLES, false).expect("both can be replaced");
        let error = output.write_with(&report(), full_at(full)).expect_err("the disk is full");
        let failed = if full == "seats" { &path } else { &events };
        let text = error.to_string();
        assert!(text.contains(&format!("cannot write `{}`", failed.display())), "{text}");
        assert!(text.ends_with("; no file was changed"), "{text}");
        assert_eq!(read(&path), "old seats\n");
        assert_eq!(read(&events), "old events\n");
        assert_eq!(names(folder.path()), ["run.csv", "run.events.csv"]);
    }
}

#[test]
fn a_full_disk_leaves_nothing_where_nothing_was() {
    let folder = folder();
    let path = folder.path().join("run.csv");
    let output = Output::prepare(&path, &TABLES, false).expect("the folder is there");
    output.write_with(&report(), full_at("events")).expect_err("the disk is full");
    assert!(names(folder.path()).is_empty());
}

#[test]
fn a_folder_that_appears_during_the_run_stops_all_files() {
    let folder = folder();
    let path = folder.path().join("run.csv");
    put(&path, "old seats\n");
    let output = Output::prepare(&path, &TABLES, false).expect("both can be written");
    fs::create_dir(folder.path().join("run.events.csv")).expect("a folder in the way");
    let error = output.write(&report()).expect_err("a folder is in the way");
    assert!(matches!(error, OutputError::IsAFolder { .. }), "{error}");
    assert_eq!(read(&path), "old seats\n");
    assert_eq!(names(folder.path()), ["run.csv", "run.events.csv"]);
}

#[test]
fn a_folder_is_no_file() {
    let folder = folder();
    let error = refused(folder.path());
    let shown = folder.path().display();
    assert_eq!(
        error.to_string(),
        format!(
            "cannot write `{shown}`: it is a folder; \
             name a file in it, such as `{shown}/result.csv`"
        )
    );
    let events = folder.path().join("run.events.csv");
    fs::create_dir(&events).expect("a folder");
    let error = refused(&folder.path().join("run.csv"));
    assert!(matches!(error, OutputError::IsAFolder { path } if path == events));
}

#[test]
fn a_missing_folder_is_named_and_not_created() {
    let folder = folder();
    let (missing, path) = (folder.path().join("x"), folder.path().join("x/y.csv"));
    assert_eq!(
        refused(&path).to_string(),
        format!(
            "cannot write `{}`: the folder `{}` does not exist; \
             create it or name another file",
            path.display(),
            missing.display()
        )
    );
    assert!(names(folder.path()).is_empty());
}

#[test]
fn the_default_folder_is_created() {
    let folder = folder();
    let path = folder.path().join("results/game-simulate.csv");
    for _ in 0..2 {
        let output = Output::prepare(&path, &TABLES, true).expect("the folder is created");
        output.write(&report()).expect("there is space");
    }
    let expected = ["game-simulate.csv", "game-simulate.events.csv"];
    assert_eq!(names(&folder.path().join("results")), expected);
}

#[test]
fn a_file_is_no_folder() {
    let folder = folder();
    let file = folder.path().join("file");
    put(&file, "");
    for (inside, create) in [("x.csv", false), ("x.csv", true), ("a/x.csv", true)] {
        let error = Output::prepare(&file.join(inside), &TABLES, create)
            .expect_err("a file has no files in it");
        assert!(
            matches!(&error, OutputError::NotAFolder { folder, .. } if *folder == file),
            "{error:?}"
        );
    }
}

#[test]
fn a_path_without_a_name_is_refused() {
    let folder = folder();
    let ends_like_a_folder = PathBuf::from(format!("{}/new/", folder.path().display()));
    for path in [PathBuf::new(), ends_like_a_folder] {
        let error = refused(&path);
        assert!(matches!(error, OutputError::NamesNoFile { .. }), "{error:?}");
    }
    assert!(names(folder.path()).is_empty());
}

#[test]
fn a_name_too_long_is_found_before_the_run() {
    let folder = folder();
    // 250 letters fit, but not with `.events.csv` behind them.
    let error = refused(&folder.path().join("x".repeat(250)));
    assert!(matches!(error, OutputError::Refused { .. }), "{error:?}");
}

#[test]
fn a_bare_name_is_in_the_working_folder() {
    assert_eq!(super::folder_of(Path::new("run.csv")), Path::new("."));
    assert_eq!(super::folder_of(Path::new("a/run.csv")), Path::new("a"));
    assert_eq!(super::folder_of(Path::new("/run.csv")), Path::new("/"));
}

#[cfg(unix)]
mod unix {
    use std::fs::{self, File, OpenOptions, Permissions};
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::os::unix::net::UnixListener;
    use std::path::Path;
    use std::process::Command;
    use std::thread;

    use super::{TABLES, folder, names, put, read, refused, report};
    use crate::report::{Output, OutputError};

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("it is there").permissions().mode() & 0o7777
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, Permissions::from_mode(mode)).expect("it is ours");
    }

    fn pipe(path: &Path) {
        let made = Command::new("mkfifo").arg(path).status().expect("mkfifo is there");
        assert!(made.success());
    }

    /// No permission stops root.
    fn is_root(folder: &Path) -> bool {
        fs::metadata(folder).expect("it is there").uid() == 0
    }

    #[test]
    fn a_new_file_has_the_usual_permissions() {
        let folder = folder();
        let usual = folder.path().join("usual");
        File::create(&usual).expect("a file");
        let path = folder.path().join("run.csv");
        let output = Output::prepare(&path, &TABLES, false).expect("the folder is there");
        output.write(&report()).expect("there is space");
        assert_eq!(mode(&path), mode(&usual));
    }

    #[test]
    fn a_replaced_file_keeps_its_permissions() {
        for kept in [0o600, 0o660, 0o646, 0o755] {
            let folder = folder();
            let path = folder.path().join("run.csv");
            put(&path, "old\n");
            set_mode(&path, kept);
            let output = Output::prepare(&path, &TABLES, false).expect("it can be replaced");
            output.write(&report()).expect("there is space");
            assert_eq!(mode(&path), kept);
            assert_eq!(read(&path), "seat,ev\n1,0.5\n");
        }
    }

    #[test]
    fn a_file_without_write_permission_is_refused() {
        let folder = folder();
        if is_root(folder.path()) {
            return;
        }
        let path = folder.path().join("run.csv");
        put(&path, "old\n");
        set_mode(&path, 0o444);
        let error = refused(&path);
        assert!(matches!(error, OutputError::Refused { .. }), "{error:?}");
        assert_eq!(read(&path), "old\n");
    }

    #[test]
    fn a_folder_without_write_permission_is_found_before_the_run() {
        let folder = folder();
        if is_root(folder.path()) {
            return;
        }
        for closed in [0o555, 0o000] {
            let inside = folder.path().join(format!("{closed:o}"));
            fs::create_dir(&inside).expect("a folder");
            set_mode(&inside, closed);
            let error = refused(&inside.join("run.csv"));
            set_mode(&inside, 0o755);
            let text = error.to_string();
            assert!(text.contains("ermission denied"), "{text}");
            assert!(text.contains("run.csv`"), "{text}");
            assert!(names(&inside).is_empty());
        }
    }

    #[test]
    fn a_link_stays_and_the_file_behind_it_is_replaced() {
        let folder = folder();
        let elsewhere = super::folder();
        let (link, file) = (folder.path().join("run.csv"), elsewhere.path().join("real.csv"));
        for existing in [true, false] {
            if existing {
                put(&file, "old\n");
            }
            symlink(&file, &link).expect("a link");
            let output = Output::prepare(&link, &["seats"], false).expect("it can be written");
            let mut report = report();
            report.tables.truncate(1);
            let files = output.write(&report).expect("there is space");
            assert!(files.iter().eq([&link]), "{files:?}");
            assert_eq!(fs::read_link(&link).expect("it is still a link"), file);
            assert_eq!(read(&file), "seat,ev\n1,0.5\n");
            assert_eq!(names(folder.path()), ["run.csv"]);
            assert_eq!(names(elsewhere.path()), ["real.csv"]);
            fs::remove_file(&file).expect("a file");
            fs::remove_file(&link).expect("a link");
        }
    }

    #[test]
    fn relative_links_count_from_where_they_stand() {
        let folder = folder();
        fs::create_dir(folder.path().join("a")).expect("a folder");
        let link = folder.path().join("a/run.csv");
        symlink("../real.csv", &link).expect("a link");
        let output = Output::prepare(&link, &["seats"], false).expect("it can be written");
        output.write(&report()).expect("there is space");
        assert_eq!(read(&folder.path().join("real.csv")), "seat,ev\n1,0.5\n");
    }

    #[test]
    fn a_circle_of_links_is_refused() {
        let folder = folder();
        let path = folder.path().join("run.csv");
        symlink(&path, &path).expect("a link");
        let error = refused(&path);
        assert!(matches!(error, OutputError::Refused { .. }), "{error:?}");
    }

    #[test]
    fn two_tables_never_share_a_file() {
        for existing in [true, false] {
            let folder = folder();
            let path = folder.path().join("run.csv");
            if existing {
                put(&folder.path().join("run.events.csv"), "old\n");
            }
            symlink("run.events.csv", &path).expect("a link");
            let error = refused(&path);
            assert!(matches!(error, OutputError::SameFile { .. }), "{error:?}");
        }
    }

    #[test]
    fn a_pipe_gets_the_first_table_and_does_not_hold_up_the_run() {
        let folder = folder();
        let path = folder.path().join("pipe");
        pipe(&path);
        let output = Output::prepare(&path, &TABLES, false).expect("no reader is needed yet");
        let reader = thread::spawn({
            let path = path.clone();
            move || read(&path)
        });
        assert_eq!(output.write(&report()).expect("there is a reader"), [path]);
        assert_eq!(reader.join().expect("the reader reads"), "seat,ev\n1,0.5\n");
        assert_eq!(names(folder.path()), ["pipe"]);
    }

    #[test]
    fn a_further_table_does_not_go_into_a_pipe() {
        let folder = folder();
        pipe(&folder.path().join("run.events.csv"));
        let error = refused(&folder.path().join("run.csv"));
        assert!(error.to_string().ends_with("run.events.csv`: it is a pipe; name another file"));
    }

    #[test]
    fn a_socket_is_refused_before_the_run() {
        let folder = folder();
        let path = folder.path().join("run.csv");
        let _listener = UnixListener::bind(&path).expect("a socket");
        let error = refused(&path);
        assert!(matches!(error, OutputError::IsNoFile { found: "a socket", .. }), "{error:?}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_device_says_so() {
        let path = Path::new("/dev/full");
        let output = Output::prepare(path, &TABLES, false).expect("it is written in place");
        let text = output.write(&report()).expect_err("it is always full").to_string();
        assert!(text.starts_with("cannot write to `/dev/full`: No space left"), "{text}");
        assert!(!Path::new("/dev/full.events.csv").exists());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_null_device_takes_everything() {
        let path = Path::new("/dev/null");
        let output = Output::prepare(path, &TABLES, false).expect("it is written in place");
        assert_eq!(output.write(&report()).expect("it takes everything"), [path]);
        assert!(OpenOptions::new().write(true).open(path).is_ok());
    }
}
