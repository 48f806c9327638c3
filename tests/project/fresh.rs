//! Fresh crates outside the repository that depend on croupier, like those of a reader of the
//! documentation.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The profile of croupier's own tests, so that dependencies are built once for both; croupier
/// itself and the crate are built as fast as possible.
fn profiles(name: &str) -> toml::Table {
    let manifest = fs::read_to_string(Path::new(ROOT).join("Cargo.toml")).unwrap();
    let mut manifest: toml::Table = manifest.parse().unwrap();
    let mut profiles = manifest.remove("profile").unwrap().as_table().unwrap().clone();
    let dev = profiles["dev"].as_table_mut().unwrap();
    let packages = dev.entry("package").or_insert_with(|| toml::Table::new().into());
    let quick = "opt-level = 0\ndebug = false\ncodegen-units = 16".parse::<toml::Table>().unwrap();
    for package in ["croupier", name] {
        packages.as_table_mut().unwrap().insert(package.to_owned(), quick.clone().into());
    }
    profiles
}

/// Builds a crate with programs of these names and sources and returns the folder of its binaries.
/// It lies beside the tests, so that build results are kept.
pub fn crate_of(name: &str, features: &str, programs: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(folder.join("src/bin")).unwrap();
    let profiles = toml::Table::from_iter([("profile".to_owned(), profiles(name).into())]);
    let manifest = format!(
        "[package]\nname = {name:?}\nedition = \"2024\"\n\n\
         [dependencies]\ncroupier = {{ path = {ROOT:?}, {features} }}\n\
         serde = {{ version = \"1\", features = [\"derive\"] }}\n\n[workspace]\n\n{profiles}"
    );
    let put = |file: &str, text: &str| {
        let path = folder.join(file);
        // Only changed files are written, so that only they are rebuilt.
        if fs::read_to_string(&path).ok().as_deref() != Some(text) {
            fs::write(path, text).unwrap();
        }
    };
    put("Cargo.toml", &manifest);
    for (program, source) in programs {
        put(&format!("src/bin/{program}.rs"), source);
    }
    fs::copy(Path::new(ROOT).join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    // Nothing is downloaded.
    let built = Command::new(env!("CARGO"))
        .current_dir(&folder)
        .args(["build", "--quiet", "--offline", "--target-dir", target.to_str().unwrap()])
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    target.join("debug")
}

/// The output of a command on stdout.
#[track_caller]
pub fn out(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    assert!(output.status.success(), "{command:?}: {}", text(output.stderr));
    text(output.stdout)
}
