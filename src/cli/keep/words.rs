//! The words of a command line: those that decide its answer, and the others.

/// Options that change how a command runs and where its answer goes, but not the answer; each with
/// whether it takes a value.
const APART: [(&str, bool); 6] = [
    ("--checkpoint", true),
    ("--every", true),
    ("--shard", true),
    ("--out", true),
    ("--threads", true),
    ("--quiet", false),
];

/// The words without the `--` that makes all later words values, so that options can be appended.
pub fn open(words: &[String]) -> Vec<String> {
    words.iter().filter(|word| *word != "--").cloned().collect()
}

/// The words of a command that decide its answer.
pub fn deciding(words: &[String]) -> Vec<String> {
    without(words, &APART)
}

/// The words without some options, each with whether it takes a value.
pub fn without(words: &[String], options: &[(&str, bool)]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let name = word.split('=').next().unwrap_or(word);
        match options.iter().find(|(option, _)| *option == name) {
            None => kept.push(word.clone()),
            Some((_, true)) if !word.contains('=') => drop(words.next()),
            Some(_) => {}
        }
    }
    kept
}

/// The value of an option among the words.
pub fn value(words: &[String], option: &str) -> Option<String> {
    let at = words.iter().position(|word| word.split('=').next() == Some(option))?;
    match words[at].split_once('=') {
        Some((_, value)) => Some(value.to_owned()),
        None => words.get(at + 1).cloned(),
    }
}

/// The words that decide the answer, each option joined with its value: `--seed=3` is `--seed 3`.
pub fn options(words: &[String]) -> Vec<String> {
    let mut options: Vec<String> = Vec::new();
    for word in deciding(words) {
        let is_open = |option: &&mut String| option.starts_with("--") && !option.contains(' ');
        match options.last_mut().filter(is_open) {
            Some(option) if !word.starts_with("--") => *option = format!("{option} {word}"),
            _ if word.starts_with("--") => options.push(word.replacen('=', " ", 1)),
            _ => options.push(word),
        }
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn what_decides_is_kept() {
        let line = "simulate x --seed 3 --out a.csv --shard=1/4 --quiet --threads 2 --set out=1";
        assert_eq!(deciding(&words(line)), words("simulate x --seed 3 --set out=1"));
    }

    /// Parts of one run may be written by different people.
    #[test]
    fn a_value_may_follow_a_space_or_an_equals_sign() {
        let line = "simulate x --set=a=1 --rounds=10k --json-only --set b.c=2 --seed 3";
        let joined = ["simulate", "x", "--set a=1", "--rounds 10k", "--json-only", "--set b.c=2"];
        let same = "simulate x --set a=1 --rounds 10k --json-only --set=b.c=2 --seed=3";
        assert_eq!(options(&words(line)), [&joined[..], &["--seed 3"]].concat());
        assert_eq!(options(&words(line)), options(&words(same)));
    }
}
