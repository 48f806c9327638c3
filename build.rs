//! Builds the strategy files of `strategies/GAME/NAME.toml` into the program, so that it knows them
//! by name wherever it is run.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=strategies");
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let mut files = Vec::new();
    for game in fs::read_dir(Path::new(&root).join("strategies"))? {
        let game = game?.path();
        if !game.is_dir() {
            continue;
        }
        for file in fs::read_dir(&game)? {
            let file = file?.path();
            if file.extension().is_some_and(|extension| extension == "toml") {
                files.push((game.clone(), file));
            }
        }
    }
    files.sort();
    let mut code = String::from("static SHIPPED: &[Shipped] = &[\n");
    for (game, file) in files {
        let (game, name) = (game.file_name(), file.file_stem());
        let text = |name: Option<&std::ffi::OsStr>| {
            name.unwrap_or_default().to_string_lossy().into_owned()
        };
        let (game, name) = (text(game), text(name));
        // The folder is filled in when the program is compiled: this code may be older than the last
        // move of the clone.
        let path = format!("/strategies/{game}/{name}.toml");
        let text = format!("include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))");
        let _ = writeln!(code, "    Shipped {{ game: {game:?}, name: {name:?}, text: {text} }},");
    }
    code += "];\n";
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("shipped.rs"), code)
}
