//! The `croupier` command: reads the command line, asks the library, prints the answer.

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
