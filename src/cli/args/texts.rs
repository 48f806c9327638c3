//! The longer help texts: those below a command's options, and those on what a shared option means
//! in one command.

pub const ADVISE: &str = "\
A situation is a written round that ends where a seat decides; trace GAME --help says how it is written. \
Here \"?\" stands for anything that the seat has not seen: a card, a number, or a word of another seat's \
action, as in \"lay ? 2\". Every card that is named counts as seen. A pass may be left out where no other \
player could tell that the seat was asked. The situation has no nets.\n\n\
Many worlds are dealt. In each, every \"?\" is a random card of those that remain once the cards named \
later are set aside, and the other seats play the strategy of --against. Worlds are weighted by how \
likely they make the actions of the other seats; if too few worlds fit, these actions are ignored, and \
the answer says so. Every choice is then played on in the same worlds, with the same luck, by the \
strategy of --strategy. Choices that are shown to be worse than another are dropped on the way, except \
the best two.\n\n\
Columns: ev, with se, low and high, is the value of the choice to the seat by the end of the round; loss \
is how much better the best choice is, in the worlds in which both were played; apart says whether that \
is more than luck, for all choices at once. A game that can compute the choices with a --hand always \
does; to play them on, write the --situation.";

pub const VERIFY: &str = "\
Beside the file F of --out lies F.manifest.json (without the .csv of F): the command, its rules, \
strategies and seed, the hashes of the files that it read, and the size and hash of each file that it \
wrote. The exit code is 0 if none of the written files is missing or changed, else 1; a run that was \
stopped early passes too. Files that it read are not looked at again. If a killed run had \
finished its files but not put them in place, that is done now.";

pub const PLAY: &str = "\
A choice is a number or its words, followed by Enter; until then Backspace takes it back. Answers may \
also come from a file or another program, one a line. Ctrl-D ends the session with the score: the rounds \
that are over, what the reference would have won on the same cards, and each decision at which it would \
have chosen differently, with what your choice gained or cost on these cards.\n\n\
With --advise, the worth of each choice is computed where the game can. Elsewhere the cards that you have \
not seen are dealt at random many times, whatever they really are, and each choice is played to the end \
of the round: by the reference, or by the default strategy where the reference is slow. The cards that \
earlier rounds took out of the shoe stay out.";

pub const PLAYTEST: &str = "\
The rules and a baseline are played on the same luck, with as many players, unless the file of the \
baseline says how many or the baseline cannot seat them. The sentences are drawn from \
intervals wide enough for all of them to hold at once; where the rounds are too few to tell, the report \
says how many would do. Strategies are ranked over a quarter of the rounds, and each rule field is moved \
one step each way, or to each of its other values, over a tenth. If --time turns out too short, the \
report says what was left out.\n\n\
The best player is computed where the game can; otherwise it is the best of the game's strategies that \
decide fast enough, in seat 1 (notes name the others). The habit is the strategy of the other seats: that of --strategy, or the game's default.";

pub const COUNT: &str = "\
One strategy plays the same cards with each memory of earlier rounds: none, each counting system, full. \
A system is a file; strategies/README.md says how to write one. Memories are compared where cards stay \
out from one round to the next: with --penetration, or under rules that do not shuffle for every round. \
--rounds and --time are for each penetration, and once more where effects of removal are sampled.\n\n\
Elsewhere, --strategy 'NAME(memory=none|full|SYSTEM|FILE,error_rate=0.2)' gives a strategy a memory; a \
system that the strategy names itself is one of those compared. A file whose rules use a true count is \
played with its own system and with those of the same `divisor`; with the memory `none` its count is 0, \
and `full` is left out.";

pub const PLAY_STRATEGY: &str = "A strategy, by name or file, such as 'NAME(PARAMETER=VALUE)' or \
     mine.toml: one for all seats, or one for each, of which yours is not played";
pub const TRACE_FORMAT: &str = "Format on stdout [default: table, which is plain text here]";
pub const RULES_FORMAT: &str =
    "Format on stdout [default: table, which is plain text, on a terminal, else markdown]";

pub const ODDS_PLOT: &str = "Also draw the events as a ladder, each rung ten times as rare, with their \
     intervals, as SVG or PNG by the ending";
pub const EXACT_PLOT: &str = "Also draw the chart of best play, or with --hand what each choice is \
     worth, as SVG or PNG by the ending";
pub const COMPARE_PLOT: &str = "Also draw how far each strategy is behind the first, with simultaneous \
     intervals, as SVG or PNG by the ending";
pub const COUNT_PLOT: &str = "Also draw what each true count is worth and how often it occurs, as SVG or \
     PNG by the ending";
pub const SWEEP_PLOT: &str = "Also draw the metric: a curve, or a heat map in which values that cannot \
     be told from 0 are pale, as SVG or PNG by the ending";
pub const BALANCE_PLOT: &str = "Also draw every value tried, the target and where it is met, as SVG or \
     PNG by the ending";
pub const PLAYTEST_PLOT: &str =
    "Also draw the effect of one step of each rule field, as SVG or PNG by the ending";

pub const ODDS_PRECISION: &str = "Play until the interval of the event of --event, or of every event, \
     has at most this half-width";
pub const COMPARE_PRECISION: &str = "Play until the interval of every difference between the strategies \
     left in the race has at most this half-width; one that is shown to be worse than another is dropped";
pub const SWEEP_PRECISION: &str =
    "Play each point until the interval of every seat's EV has at most this half-width";
pub const COUNT_PRECISION: &str =
    "Play until the interval of every memory's EV has at most this half-width";
pub const LEAKS_PRECISION: &str =
    "Play until the interval of the difference to the reference has at most this half-width";
pub const ADVISE_PRECISION: &str = "Play until the interval of every difference between the choices not dropped has at most this half-width";

pub const COUNT_ROUNDS: &str = "Play whole sessions until every memory has played this many rounds, at \
     each penetration; effects of removal that must be sampled take as many rounds again (10M, 250k, \
     1_000) [default: about ten seconds' worth on two cores for each of the two]";
pub const ADVISE_ROUNDS: &str = "Play this many rounds in all, over all choices (10M, 250k, 1_000) \
     [default: about two seconds' worth on two cores]";
pub const TUNE_ROUNDS: &str =
    "Play this many rounds in all, over all candidates (10M, 250k, 1_000)";
pub const TUNE_TIME: &str = "Search for about this long (30s, 5m) [default: 60s]";
pub const LEAGUE_ROUNDS: &str = "Play this many rounds in each match (10M, 250k, 1_000)";
pub const LEAGUE_TIME: &str = "Play for about this long in all (30s, 5m) [default: about 20 seconds of \
     matches on two cores, and a minute for each reply]";
pub const PLAYTEST_ROUNDS: &str =
    "Play this many rounds of each table, in whole sessions (10M, 250k, 1_000)";
pub const PLAYTEST_TIME: &str = "Play for about this long in all (30s, 5m) [default: about a minute's \
     worth on two cores]";
