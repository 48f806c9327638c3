//! The examples in `--help` work as typed.

use super::desk::Desk;

/// The names of all commands.
fn commands(desk: &Desk) -> Vec<String> {
    let help = desk.run("--help").out;
    let listed = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    let names = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// All examples of a command's help, made shorter: they run for `rounds` rounds, and under rules
/// that are quickly solved if they would compute for seconds before the first round.
fn examples(desk: &Desk, command: &str, rounds: &str) -> Vec<String> {
    let help = desk.run(&format!("{command} --help")).out;
    let shown = help.lines().skip_while(|line| !line.starts_with("Example:"));
    // Long lines continue on the next one.
    let mut lines: Vec<String> = Vec::new();
    for line in shown.skip(1).take_while(|line| line.starts_with("  ")) {
        match (line.strip_prefix("  croupier "), lines.last_mut()) {
            (Some(example), _) => lines.push(example.to_owned()),
            (None, Some(last)) => *last += &format!(" {}", line.trim()),
            (None, None) => panic!("{command}: no example in `{line}`"),
        }
    }
    let runs = help.contains("--rounds <N>");
    let typed = |line: String| {
        let line = line.split(" > ").next().unwrap_or(&line);
        // Computed answers have no length.
        let of_hands = ["advise ", "odds "].iter().any(|command| line.starts_with(command));
        let computed = of_hands && line.contains(" --hand ");
        if computed || line.contains(" --precision ") || line.contains(" --time ") {
            return line.to_owned();
        }
        match line.split_once(" --rounds ") {
            Some((before, after)) => {
                let rest = after.split_once(' ').map_or("", |(_, rest)| rest);
                format!("{before} --rounds {rounds} {rest}")
            }
            None if runs => format!("{line} --rounds {rounds}"),
            None => line.to_owned(),
        }
    };
    let quick = |line: String| {
        let rules = [
            ("count kinzo", "--set split=false"),
            ("playtest kinzo", "--set split=false"),
            ("playtest zinbiddle", "--set pilot_actions=2"),
            ("advise zinbiddle", "--time 500ms"),
            ("playtest sabacc", "--set hand_limit=3"),
            ("exact sabacc", "--set hand_limit=3 --set highest=5"),
            ("odds fizzbin --hand", "--rules newcomer"),
        ];
        match rules.iter().find(|(slow, _)| line.starts_with(slow)) {
            Some((_, quick)) => format!("{line} {quick}"),
            None => line,
        }
    };
    lines.into_iter().map(typed).map(quick).collect()
}

#[test]
fn every_example_of_the_help_works_as_it_is_typed() {
    let desk = Desk::new();
    let commands = commands(&desk);
    assert!(commands.len() >= 12, "{commands:?}");
    for part in [1, 2] {
        let line = "simulate kinzo --rounds 1k";
        desk.run(&format!("{line} --shard {part}/2 --out part-{part}.shard")).done();
    }
    desk.put("here.toml", "cards = [3, 3, 2, 5, 6, 3, 2, \"?\"]\n");
    for command in commands {
        let examples = examples(&desk, &command, "1k");
        assert!(!examples.is_empty(), "{command} shows no example");
        for line in examples {
            let ran = desk.run(&line);
            if line.starts_with("resume ") {
                // The example file does not exist.
                ran.refused(2, &["cannot read `long.state`"]);
                continue;
            }
            assert_eq!(ran.code, Some(0), "croupier {line}: {}", ran.err);
            assert!(!ran.out.is_empty(), "croupier {line}");
        }
    }
}

#[test]
fn the_help_of_a_game_is_about_no_other() {
    let desk = Desk::new();
    let games = ["kinzo", "zinbiddle", "sabacc", "fizzbin"];
    let told = |line: &str, game: &str| {
        let help = desk.run(line).out;
        help.lines().any(|line| line.starts_with(&format!("{game}: ")))
    };
    for game in games {
        assert!(told("trace --help", game), "{game}");
        for other in games {
            let here = [format!("trace {game} --help"), format!("trace --help {game}")];
            assert_eq!(told(&here[0], other), game == other, "{game}: {other}");
            assert_eq!(told(&here[1], other), game == other, "{game}: {other}");
        }
    }
    let help = |line: &str| desk.run(line).out;
    let (all, own) = (help("exact --help"), help("exact sabacc --help"));
    assert!(all.contains("--dealer <") && all.contains("--top <") && all.contains("[kinzo: "));
    assert!(!own.contains("--dealer <") && own.contains("--top <") && !own.contains("kinzo"));
    for command in ["odds", "exact", "count", "sweep", "compare", "balance"] {
        let help = help(&format!("{command} kinzo --help"));
        let others = games.iter().skip(1);
        others.for_each(|other| assert!(!help.contains(&format!("{command} {other}")), "{help}"));
    }
}
