//! The `croupier` command: croupier's own games on the command line.

fn main() -> std::process::ExitCode {
    croupier::cli::Croupier::new().run()
}
