//! No reader of a user's text ever panics, and each explains its refusals.
//!
//! Valid texts are changed at some places. By default each reader gets a few hundred;
//! `CROUPIER_FUZZ_MS` and `CROUPIER_FUZZ_SEED` set the duration and the seed. `.ci/fuzz` searches
//! longer, guided by coverage.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crate::fresh::ROOT;

#[path = "../fuzz/targets.rs"]
mod targets;

use targets::TOKENS;

/// Texts for each reader if no time is given.
const TEXTS: u64 = 200;

/// One change: its kind, position and length, and a number.
type Edit = (u8, u16, u8, u8);

/// Applies changes to a text.
fn changed(texts: &[Vec<u8>], which: usize, edits: Vec<Edit>) -> Vec<u8> {
    let mut text = texts[which].clone();
    for (what, at, span, more) in edits {
        let at = usize::from(at) % (text.len() + 1);
        let end = text.len().min(at + usize::from(span) % 12);
        let token = TOKENS[usize::from(more) % TOKENS.len()].bytes();
        let line = |at: usize| {
            let from = text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let to = text[at..].iter().position(|&byte| byte == b'\n');
            from..to.map_or(text.len(), |to| at + to + 1)
        };
        match what % 8 {
            0 => drop(text.drain(at..end)),
            1 => drop(text.splice(at..end, token)),
            2 => text.insert(at, more),
            3 => {
                let line = text[line(at)].to_vec();
                text.splice(at..at, line);
            }
            4 => drop(text.drain(line(at))),
            5 => {
                let other = &texts[usize::from(more) % texts.len()];
                let from = usize::from(span) * 7 % (other.len() + 1);
                let piece = other[from..other.len().min(from + 40)].to_vec();
                text.splice(at..at, piece);
            }
            6 => text.truncate(at),
            // Inserts a number after the position.
            _ => {
                if let Some(digit) = text[at..].iter().position(u8::is_ascii_digit) {
                    text.splice(at + digit..at + digit + 1, token);
                }
            }
        }
    }
    text
}

#[test]
fn every_reader_says_what_is_wrong() {
    let asked = |name: &str| std::env::var(name).ok().and_then(|number| number.parse().ok());
    let time = asked("CROUPIER_FUZZ_MS").map(Duration::from_millis);
    let seed = asked("CROUPIER_FUZZ_SEED").unwrap_or(1);
    let targets = targets::targets();
    let mut failed = Vec::new();
    for target in &targets {
        assert!(!target.texts.is_empty(), "{} has texts", target.name);
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let (start, mut tried) = (Instant::now(), 0_u64);
        let each = time.map(|time| time / targets.len() as u32);
        while each.map_or(tried < TEXTS, |each| start.elapsed() < each) {
            let edits = match usize::try_from(tried) {
                Ok(tried) if tried < target.texts.len() => 0,
                _ => random.random_range(1..6),
            };
            let which = match edits {
                0 => tried as usize,
                _ => random.random_range(0..target.texts.len()),
            };
            let edits = (0..edits).map(|_| random.random()).collect();
            let text = changed(&target.texts, which, edits);
            tried += 1;
            // The panic of the reader, or the fault of its message, is printed above.
            if catch_unwind(AssertUnwindSafe(|| target.check(&text))).is_err() {
                let text = String::from_utf8_lossy(&text).into_owned();
                failed.push(format!("{}, text {tried}: {text:?}", target.name));
                break;
            }
        }
        println!("{}: {tried} texts", target.name);
    }
    assert!(failed.is_empty(), "with seed {seed}:\n{}", failed.join("\n"));
}
