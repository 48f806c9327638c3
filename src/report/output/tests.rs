//! Files are written whole or not at all, and problems are found before the run.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::place::{manifest_of, sibling, way};
use super::{Difference, FileId, Output, OutputError, Scratch, VerifyError, verify};
use crate::study::{Report, Table};
use serde_json::{Map, Value, json};

const TABLES: [&str; 2] = ["seats", "events"];
/// The files that they leave in a folder.
const WRITTEN: [&str; 3] = ["run.csv", "run.events.csv", "run.manifest.json"];
/// The tables that any run writes beside its first one.
const DERIVED: [&str; 3] = ["events", "pairs", "positions"];

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

/// Every name in the folder, including hidden ones.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut names: Vec<_> = entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn prepare(
    path: &Path,
    tables: &[&'static str],
    create_parent: bool,
) -> Result<Output, OutputError> {
    let mut output = Output::new(&Scratch::default(), &[]);
    output.tables(path, tables, &DERIVED, create_parent)?;
    Ok(output)
}

fn refused(path: &Path) -> OutputError {
    prepare(path, &TABLES, false).expect_err("this cannot be written")
}

fn said(seed: u64) -> Map<String, Value> {
    let Value::Object(said) = json!({ "command": "simulate", "seed": seed }) else {
        unreachable!()
    };
    said
}

fn write(mut output: Output, report: &Report) -> Result<Vec<PathBuf>, OutputError> {
    output.put_tables(report)?;
    output.write(&said(1))
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
    let output = prepare(&path, &TABLES, false).expect("the folder is there");
    assert!(names(folder.path()).iter().all(|name| name.ends_with(".croupier-lock")));
    let files = write(output, &report()).expect("there is space");
    let events = folder.path().join("run.events.csv");
    let manifest = folder.path().join("run.manifest.json");
    assert_eq!(files, [path.clone(), events.clone(), manifest]);
    assert_eq!(read(&path), "seat,ev\n1,0.5\n");
    assert_eq!(read(&events), "event\npush\n");
    assert_eq!(names(folder.path()), WRITTEN);
}

#[test]
fn files_are_replaced() {
    let folder = folder();
    let path = folder.path().join("run.csv");
    put(&path, "a longer text than the new one, in full\n");
    let output = prepare(&path, &TABLES, false).expect("it can be replaced");
    assert_eq!(read(&path), "a longer text than the new one, in full\n");
    write(output, &report()).expect("there is space");
    assert_eq!(read(&path), "seat,ev\n1,0.5\n");
}

#[test]
fn a_table_that_was_not_announced_is_written_too() {
    let folder = folder();
    let path = folder.path().join("run.csv");
    let output = prepare(&path, &["seats"], false).expect("the folder is there");
    write(output, &report()).expect("there is space");
    assert_eq!(names(folder.path()), WRITTEN);
}

#[test]
fn a_table_that_did_not_come_leaves_no_file() {
    let folder = folder();
    let path = folder.path().join("run.csv");
    let tables = ["seats", "positions", "events"];
    let output = prepare(&path, &tables, false).expect("the folder is there");
    write(output, &report()).expect("there is space");
    assert_eq!(names(folder.path()), WRITTEN);
    assert_eq!(read(&folder.path().join("run.events.csv")), "event\npush\n");
}

#[test]
fn a_folder_that_appears_during_the_run_stops_all_files() {
    let folder = folder();
    let path = folder.path().join("run.csv");
    put(&path, "old seats\n");
    let output = prepare(&path, &TABLES, false).expect("both can be written");
    fs::create_dir(folder.path().join("run.events.csv")).expect("a folder in the way");
    let error = write(output, &report()).expect_err("a folder is in the way");
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
    let page = folder.path().join("page.html");
    fs::create_dir(&page).expect("a folder");
    let error = refused(&page).to_string();
    assert!(error.ends_with(&format!("`{}`", page.join("result.html").display())), "{error}");
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
        let output = prepare(&path, &TABLES, true).expect("the folder is created");
        write(output, &report()).expect("there is space");
    }
    let expected = ["game-simulate.csv", "game-simulate.events.csv", "game-simulate.manifest.json"];
    assert_eq!(names(&folder.path().join("results")), expected);
}

#[test]
fn a_file_is_no_folder() {
    let folder = folder();
    let file = folder.path().join("file");
    put(&file, "");
    for (inside, create) in [("x.csv", false), ("x.csv", true), ("a/x.csv", true)] {
        let error =
            prepare(&file.join(inside), &TABLES, create).expect_err("a file has no files in it");
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
    // A name of 250 letters fits, but not with `.events.csv` appended.
    let error = refused(&folder.path().join("x".repeat(250)));
    assert!(matches!(error, OutputError::Refused { .. }), "{error:?}");
}

#[test]
fn a_bare_name_is_in_the_working_folder() {
    assert_eq!(super::folder_of(Path::new("run.csv")), Path::new("."));
    assert_eq!(super::folder_of(Path::new("a/run.csv")), Path::new("a"));
    assert_eq!(super::folder_of(Path::new("/run.csv")), Path::new("/"));
}

/// Whether the set is complete and unchanged.
fn is_whole(path: &Path) -> bool {
    verify(&Scratch::default(), path).expect("a manifest").differences.is_empty()
}

#[test]
fn ways_are_relative() {
    for (folder, file, expected) in [
        ("/a/b", "/a/b/c.csv", "c.csv"),
        ("/a/b", "/a/x/c.csv", "../x/c.csv"),
        ("/a/b", "/c.csv", "../../c.csv"),
        ("/", "/c.csv", "c.csv"),
    ] {
        assert_eq!(way(Path::new(folder), Path::new(file)), Path::new(expected));
    }
    assert_eq!(manifest_of(Path::new("a/b.csv")), Path::new("a/b.manifest.json"));
    assert_eq!(manifest_of(Path::new("b.json")), Path::new("b.json.manifest.json"));
}

#[test]
fn a_manifest_tells_of_every_change() {
    let folder = folder();
    let path = folder.path().join("run.csv");
    let events = folder.path().join("run.events.csv");
    let manifest = folder.path().join("run.manifest.json");
    write(prepare(&path, &TABLES, false).expect("it can be written"), &report()).expect("space");
    let differences = |path: &Path| {
        let found = verify(&Scratch::default(), path).expect("a manifest");
        assert_eq!((found.said, found.files.len(), found.finished), (said(1), 2, false));
        found.differences
    };
    assert!(differences(&path).is_empty() && differences(&manifest).is_empty());
    put(&events, "event\npusH\n");
    let changed = differences(&path);
    assert!(
        matches!(&changed[..], [Difference::Changed { path, written: 11, found: 11 }] if *path == events),
        "{changed:?}"
    );
    fs::remove_file(&events).expect("a file");
    let changed = differences(&path);
    assert!(matches!(&changed[..], [Difference::Missing(path)] if *path == events), "{changed:?}");
    // The manifest itself.
    let text = read(&manifest);
    for (changed, part) in [
        (text.replace("\"seed\": 1", "\"seed\": 2"), "changed"),
        (text.replace("}\n", "} \n"), "changed"),
        ("{}".to_owned(), "not the manifest"),
        (text[..text.len() / 2].to_owned(), "not the manifest"),
        (String::new(), "not the manifest"),
    ] {
        put(&manifest, &changed);
        let error = verify(&Scratch::default(), &path).expect_err("nobody vouches for it");
        assert!(error.to_string().contains(part), "{error}");
    }
    fs::remove_file(&manifest).expect("a file");
    let error = verify(&Scratch::default(), &path).expect_err("there is none");
    assert!(matches!(error, VerifyError::NoManifest { .. }), "{error}");
}

/// A run writes three files, and the next one at the same place fewer.
#[test]
fn tables_of_an_earlier_run_go_if_they_are_as_it_wrote_them() {
    let folder = folder();
    let (path, events) = (folder.path().join("run.csv"), folder.path().join("run.events.csv"));
    let picture = folder.path().join("picture.svg");
    let first = || {
        let mut output = prepare(&path, &TABLES, false).expect("it can be written");
        let file = output.file(&picture, true).expect("it can be written");
        output.put(file, b"<svg".to_vec());
        write(output, &report()).expect("there is space");
    };
    let mut small = report();
    small.tables.truncate(1);
    first();
    let output = prepare(&path, &["seats"], false).expect("it can be written");
    assert!(events.exists(), "until the new files come");
    write(output, &small).expect("there is space");
    // A file named by the user stays.
    assert_eq!(names(folder.path()), ["picture.svg", "run.csv", "run.manifest.json"]);
    first();
    put(&events, "mine");
    let error = prepare(&path, &["seats"], false).expect_err("it was changed");
    assert!(matches!(error, OutputError::Stranger { changed: true, .. }), "{error}");
    // Without the manifest, the file belongs to no known run.
    fs::remove_file(folder.path().join("run.manifest.json")).expect("a file");
    let error = prepare(&path, &["seats"], false).expect_err("nobody wrote it");
    assert!(matches!(error, OutputError::Stranger { changed: false, .. }), "{error}");
    assert_eq!(read(&events), "mine");
    // Names that no table has are ignored.
    fs::rename(&events, folder.path().join("run.notes.csv")).expect("a file");
    prepare(&path, &["seats"], false).expect("it can be written");
}

#[test]
fn nothing_is_overwritten_by_surprise() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    put(&at("in.events.csv"), "read");
    put(&at("mine.toml"), "mine");
    let inputs = [at("in.events.csv"), folder.path().join("./mine.toml")];
    let mut output = Output::new(&Scratch::default(), &inputs);
    let error = output.tables(&at("in.csv"), &TABLES, &[], false).expect_err("it is read");
    assert!(matches!(error, OutputError::IsAnInput { .. }), "{error}");
    let mut output = Output::new(&Scratch::default(), &inputs[1..]);
    let error = output.file(&at("mine.toml"), true).expect_err("it is read");
    assert!(matches!(error, OutputError::IsAnInput { .. }), "{error}");
    let mut output = Output::new(&Scratch::default(), &[]);
    let error = output.file(&at("mine.toml"), false).expect_err("it is there");
    assert!(matches!(error, OutputError::Exists { .. }), "{error}");
    let file = output.file(&at("new.toml"), false).expect("nothing is there");
    output.put(file, b"new".to_vec());
    put(&at("new.toml"), "in between");
    let error = output.write(&said(1)).expect_err("it is there by now");
    assert!(matches!(error, OutputError::Exists { .. }), "{error}");
    assert_eq!(
        (read(&at("mine.toml")), read(&at("new.toml"))),
        ("mine".into(), "in between".into())
    );
    let error = prepare(&at("run.manifest.json"), &TABLES, false).expect_err("a manifest");
    assert!(matches!(error, OutputError::IsAManifest { .. }), "{error}");
    put(&at("run.manifest.json"), "{\"name\": \"my-app\"}");
    let error = prepare(&at("run.csv"), &TABLES, false).expect_err("it is somebody else's");
    assert!(matches!(error, OutputError::ForeignManifest { .. }), "{error}");
    // The main file of one run is a further table of another.
    let output = prepare(&at("a.events.csv"), &["events"], false).expect("it can be written");
    let busy = prepare(&at("a.csv"), &TABLES, false).expect_err("it is being written");
    assert!(matches!(busy, OutputError::Busy { .. }), "{busy}");
    write(output, &report()).expect("there is space");
    let error = prepare(&at("a.csv"), &TABLES, false).expect_err("another run wrote it");
    assert!(matches!(error, OutputError::OfAnotherRun { .. }), "{error}");
}

#[test]
fn one_run_at_a_time_and_no_lock_stays() {
    let folder = folder();
    let path = folder.path().join("run.csv");
    let first = prepare(&path, &TABLES, false).expect("it can be written");
    for _ in 0..3 {
        let busy = prepare(&path, &TABLES, false).expect_err("the first one is at it");
        assert!(matches!(busy, OutputError::Busy { .. }), "{busy}");
    }
    write(first, &report()).expect("there is space");
    assert_eq!(names(folder.path()), WRITTEN);
    drop(prepare(&path, &TABLES, false).expect("nobody is at it"));
    assert_eq!(names(folder.path()), WRITTEN);
}

/// A killed run leaves its locks, which nobody holds, and half-written files.
#[test]
fn what_a_killed_run_leaves_is_cleared_and_nothing_else() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    for name in [".run.csv", ".run.events.csv", ".other.csv", ".plot.svg", ".mine.svg"] {
        put(&at(&format!("{name}.croupier-new")), "half");
    }
    put(&at(".run.manifest.json.croupier-draft"), "half");
    put(&at(".run.csv.croupier-lock"), &format!("{}\n/no/such\n", at("plot.svg").display()));
    put(&at(".plot.svg.croupier-lock"), "");
    put(&at(".run.csv.tmp"), "not ours");
    drop(prepare(&at("run.csv"), &TABLES, false).expect("nobody holds the lock"));
    let left = [".mine.svg.croupier-new", ".other.csv.croupier-new", ".run.csv.tmp"];
    assert_eq!(names(folder.path()), left);
}

#[test]
fn what_lies_there_only_while_a_run_lasts_goes_at_once() {
    let folder = folder();
    let path = folder.path().join("new/folder/run.csv");
    let scratch = Scratch::default();
    let mut output = Output::new(&scratch, &[]);
    output.tables(&path, &TABLES, &[], true).expect("the folders are created");
    assert!(!names(&folder.path().join("new/folder")).is_empty());
    scratch.clear(std::time::Duration::ZERO);
    assert!(names(folder.path()).is_empty());
    std::mem::forget(output); // as the process ends
}

/// Files without tables form one set, too.
#[test]
fn files_alone_come_together() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let mut output = Output::new(&Scratch::default(), &[]);
    let files = ["a.toml", "b.toml", "c.svg"].map(|name| output.file(&at(name), true));
    let [a, b, _]: [FileId; 3] = files.map(|file| file.expect("it can be written"));
    output.put(a, b"a".to_vec());
    output.put(b, b"b".to_vec());
    assert_eq!(output.write(&said(1)).expect("there is space"), [at("a.toml"), at("b.toml")]);
    assert_eq!(names(folder.path()), ["a.toml", "b.toml"]);
}

#[cfg(unix)]
mod unix {
    use std::fs::{self, File, OpenOptions, Permissions};
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::os::unix::net::UnixListener;
    use std::path::Path;
    use std::process::Command;
    use std::thread;

    use super::{TABLES, folder, names, prepare, put, read, refused, report, write};
    use crate::report::OutputError;

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
        let output = prepare(&path, &TABLES, false).expect("the folder is there");
        write(output, &report()).expect("there is space");
        assert_eq!(mode(&path), mode(&usual));
    }

    #[test]
    fn a_replaced_file_keeps_its_permissions() {
        for kept in [0o600, 0o660, 0o646, 0o755] {
            let folder = folder();
            let path = folder.path().join("run.csv");
            put(&path, "old\n");
            set_mode(&path, kept);
            let output = prepare(&path, &TABLES, false).expect("it can be replaced");
            write(output, &report()).expect("there is space");
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
            let output = prepare(&link, &["seats"], false).expect("it can be written");
            let mut report = report();
            report.tables.truncate(1);
            let files = write(output, &report).expect("there is space");
            let manifest = folder.path().join("run.manifest.json");
            assert!(files.iter().eq([&link, &manifest]), "{files:?}");
            assert!(super::is_whole(&link));
            assert_eq!(fs::read_link(&link).expect("it is still a link"), file);
            assert_eq!(read(&file), "seat,ev\n1,0.5\n");
            assert_eq!(names(folder.path()), ["run.csv", "run.manifest.json"]);
            assert_eq!(names(elsewhere.path()), ["real.csv"]);
            fs::remove_file(&file).expect("a file");
            fs::remove_file(&link).expect("a link");
            fs::remove_file(&manifest).expect("a file");
        }
    }

    #[test]
    fn relative_links_count_from_where_they_stand() {
        let folder = folder();
        fs::create_dir(folder.path().join("a")).expect("a folder");
        let link = folder.path().join("a/run.csv");
        symlink("../real.csv", &link).expect("a link");
        let output = prepare(&link, &["seats"], false).expect("it can be written");
        write(output, &report()).expect("there is space");
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
        let output = prepare(&path, &TABLES, false).expect("no reader is needed yet");
        let reader = thread::spawn({
            let path = path.clone();
            move || read(&path)
        });
        assert_eq!(write(output, &report()).expect("there is a reader"), [path]);
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
        let output = prepare(path, &TABLES, false).expect("it is written in place");
        let text = write(output, &report()).expect_err("it is always full").to_string();
        assert!(text.starts_with("cannot write to `/dev/full`: No space left"), "{text}");
        assert!(!Path::new("/dev/full.events.csv").exists());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_null_device_takes_everything() {
        let path = Path::new("/dev/null");
        let output = prepare(path, &TABLES, false).expect("it is written in place");
        assert_eq!(write(output, &report()).expect("it takes everything"), [path]);
        assert!(OpenOptions::new().write(true).open(path).is_ok());
    }
}
