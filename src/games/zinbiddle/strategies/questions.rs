//! The questions that the game asks a seat, for relays, choosers and written rounds.

use super::super::hand::{Line, Place, Pyramid};
use super::super::record::ANTES;
use super::super::rules::{ActionKind, ROUNDS, UNITS_PER_ANTE};
use super::super::view::{Answer, Bet, BetChoice, Pilot, PilotChoice, Player, View};
use super::Seat;
use super::file::{RuleList, promise, seen};
use crate::framework::Situation;
use crate::framework::chooser::{Own, Seen};
use crate::framework::question::{Question, Reply, StandIn, Terms};

impl Reply for Answer {
    type Action = bool;

    fn sure(yes: bool) -> Answer {
        if yes { Answer::Yes } else { Answer::No }
    }

    fn own(self) -> Own<bool> {
        match self {
            Answer::Yes => Own::Sure(true),
            Answer::No => Own::Sure(false),
            Answer::Mix { yes: 1, no: 1 } => Own::Any,
            Answer::Mix { yes, no } => Own::Mixed(vec![(true, yes.into()), (false, no.into())]),
        }
    }
}

impl Reply for BetChoice {
    type Action = Bet;

    fn sure(bet: Bet) -> BetChoice {
        BetChoice::Do(bet)
    }

    fn own(self) -> Own<Bet> {
        match self {
            BetChoice::Do(bet) => Own::Sure(bet),
            BetChoice::Mix(weights) => Own::mixed(weights, |way| Bet::ALL[way]),
        }
    }
}

impl Reply for PilotChoice {
    type Action = Pilot;

    fn sure(action: Pilot) -> PilotChoice {
        PilotChoice::Do(action)
    }

    fn own(self) -> Own<Pilot> {
        match self {
            PilotChoice::Do(action) => Own::Sure(action),
            PilotChoice::Mix(weights) => Own::mixed(weights, Pilot::from_index),
        }
    }
}

fn kind(action: Pilot) -> String {
    let name = match action {
        Pilot::Pass => "pass",
        Pilot::Replace(_) => "replace",
        Pilot::Transpose(_) => "swap",
        Pilot::Resort(..) => "re-sort",
    };
    name.to_owned()
}

/// The promise of the three lines together, as a range that rules can test: situations by single
/// points would seldom recur.
fn strength(view: &View<'_>) -> String {
    const STEP: u16 = 25;
    let promised = view
        .own_so_far()
        .map_or(0, |own| Line::ALL.into_iter().map(|line| promise(view, own, line)).sum::<u16>());
    let low = promised / STEP * STEP;
    format!("\"{low}..{}\"", low + STEP - 1)
}

/// The situation of a betting decision, as files look at it.
fn at_bet(view: &View<'_>) -> Situation {
    Situation::of("bet")
        .with("round", view.round() + 1)
        .with("strength", strength(view))
        .with("to_call", view.to_call() / UNITS_PER_ANTE)
}

/// The situation of a pilot's decision, as files look at it.
fn at_action(view: &View<'_>) -> Situation {
    let misfires = view.own_so_far().map_or(0, |own| own.misfires(view.levels() - 1));
    Situation::of("act")
        .with("level", view.levels())
        .with("misfires", misfires)
        .with("strength", strength(view))
}

/// The cards of a pyramid, level by level; `--` for a place that is not seen.
fn cards(seen: impl Fn(Place) -> Option<String>, levels: usize) -> String {
    const NAMES: [&str; 4] = ["thrusters", "shields", "gunners", "capstone"];
    let level = |level: usize| {
        let card = |&place: &Place| seen(place).unwrap_or_else(|| "--".to_owned());
        let cards: Vec<String> = Place::of_level(level).iter().map(card).collect();
        format!("{} {}", NAMES[level], cards.join(" "))
    };
    (0..levels).map(level).collect::<Vec<_>>().join(", ")
}

/// The betting round that is being played, or that comes next.
fn betting(view: &View<'_>) -> String {
    format!("betting round {} of {ROUNDS}", view.round() + 1)
}

/// The table as a seat sees it, at a stage of the hand.
fn table(view: &View<'_>, stage: &str) -> Vec<String> {
    let (levels, seat) = (view.levels(), view.seat());
    let coins = ANTES.in_coins(view.rules().ante);
    let hands = view.rules().hands_per_session;
    let mut lines = vec![format!(
        "hand {} of {hands}, {stage}; seat {} acts first",
        view.hand() + 1,
        view.first() + 1
    )];
    let own = |own: &Pyramid| cards(|place| Some(own.card(place).to_string()), levels);
    lines.push(match view.own_so_far() {
        Some(pyramid) => format!("your pyramid: {}", own(pyramid)),
        None => "your thrusters lie face down: nobody has looked yet".to_owned(),
    });
    let shown_of = |seat| move |place| view.shown(seat, place).map(|card| card.to_string());
    // Z9
    if Place::ALL.into_iter().any(|place| view.shown(seat, place).is_some()) {
        lines.push(format!("of it all see: {}", cards(shown_of(seat), levels)));
    }
    for other in (0..view.players()).filter(|&other| other != seat) {
        let shown = shown_of(other);
        let folded = if view.still_in() >> other & 1 == 0 { "has folded and " } else { "" };
        let (paid, shows) = (coins.text(view.paid(other)), cards(shown, levels));
        let acts = match view.actions_left(other) {
            _ if !folded.is_empty() => String::new(),
            1 => ", and has 1 action left".to_owned(),
            left => format!(", and has {left} actions left"),
        };
        lines.push(format!("seat {} {folded}shows {shows}; it has put in {paid}{acts}", other + 1));
    }
    let (pot, paid) = (coins.text(view.pot()), coins.text(view.paid(seat)));
    let call = match view.to_call() {
        0 => String::new(),
        due => format!("; {} to call", coins.text(due)),
    };
    lines.push(format!("the pot is {pot} coins, {paid} of them yours{call}"));
    lines
}

/// [`table`], and the size of a bet.
fn as_bettor(view: &View<'_>) -> Vec<String> {
    let mut lines = table(view, &betting(view));
    let unit = ANTES.in_coins(view.rules().ante).text(view.bet_unit());
    lines.push(match view.raises() {
        0 => format!("a bet is {unit}"),
        1 => format!("a bet is {unit}, and was raised once"),
        raises => format!("a bet is {unit}, and was raised {raises} times"),
    });
    lines
}

/// [`table`], and the price of an action.
fn as_pilot(view: &View<'_>) -> Vec<String> {
    let mut lines = table(view, &format!("pilot actions of level {}", view.levels()));
    let price = ANTES.in_coins(view.rules().ante).text(view.price());
    let left = view.actions_now();
    lines.push(format!("an action costs {price}; {left} more at this level"));
    lines
}

/// The kinds of action at the level, as written hands begin.
fn kinds(view: &View<'_>) -> String {
    let allowed = &view.rules().action_kinds[view.levels() - 1];
    let words = [
        (ActionKind::Replace, "replace"),
        (ActionKind::Transpose, "transpose"),
        (ActionKind::ResortRow, "sort row"),
        (ActionKind::ResortLine, "sort LINE"),
    ];
    let kinds = words.iter().filter(|(kind, _)| allowed.contains(kind));
    kinds.map(|(_, word)| *word).collect::<Vec<_>>().join(", ")
}

/// Asks for a yes or no. `matter` names the act in disagreements, `does` in messages about a written
/// round.
fn yes_or_no(
    who: &mut impl StandIn<Seat>,
    (decided, list): (&'static str, RuleList),
    (matter, does): (&'static str, &str),
    view: &View<'_>,
    seat: impl FnMut(&mut Seat) -> Answer,
) -> Answer {
    let no = || format!("no {decided}");
    let name = |yes: bool| if yes { "yes".to_owned() } else { "no".to_owned() };
    let counted = |yes| format!("{matter}: {}", name(yes));
    let question = Question {
        decided,
        sight: &Seen(|| table(view, &betting(view)), || decided, || seen(view, list)),
        legal: &|| vec![true, false],
        word: &|yes| if yes { decided.to_owned() } else { no() },
        asked: &|| format!("seat {} may {does} ({decided}) or not ({})", view.seat() + 1, no()),
        terms: Terms {
            name: Some(&name),
            counted: Some(&counted),
            matter: Some(matter),
            open: "either",
            ..Terms::PLAIN
        },
    };
    who.ask(question, seat)
}

impl<T: StandIn<Seat>> Player for T {
    fn counts(&self) -> bool {
        self.decides() || self.seats().iter().any(Player::counts)
    }

    fn error_rate(&self) -> u32 {
        self.seats().iter().map(Player::error_rate).max().unwrap_or(0)
    }

    fn look(&mut self, view: &View<'_>) {
        self.seats_mut().iter_mut().for_each(|seat| seat.look(view));
    }

    fn side_bet(&mut self, view: &View<'_>) -> Answer {
        let (decided, does) = (("side bet", RuleList::Side), ("side bet", "make a side bet"));
        yes_or_no(self, decided, does, view, |seat| seat.side_bet(view))
    }

    fn zinbiddle(&mut self, view: &View<'_>) -> Answer {
        let decided = ("zinbiddle", RuleList::Bet);
        let does = ("call a natural zinbiddle", "call zinbiddle");
        yes_or_no(self, decided, does, view, |seat| seat.zinbiddle(view))
    }

    fn checks(&self, view: &View<'_>) -> bool {
        // A relay asks both strategies every time.
        matches!(self.seats(), [seat] if !self.decides() && seat.checks(view))
    }

    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        let legal = || Bet::ALL.into_iter().filter(|&bet| view.allows_bet(bet));
        let words = || legal().map(Bet::name).collect::<Vec<_>>().join(", ");
        let name = |bet: Bet| bet.name().to_owned();
        let question = Question {
            decided: "bet",
            sight: &Seen(|| as_bettor(view), || at_bet(view), || seen(view, RuleList::Bet)),
            legal: &|| legal().collect(),
            word: &name,
            asked: &|| format!("seat {} may {}", view.seat() + 1, words()),
            terms: Terms { counted: Some(&name), ..Terms::PLAIN },
        };
        self.ask(question, |seat| seat.bet(view))
    }

    fn pilot(&mut self, view: &View<'_>) -> PilotChoice {
        let question = Question {
            decided: "action",
            sight: &Seen(|| as_pilot(view), || at_action(view), || seen(view, RuleList::Act)),
            legal: &|| view.legal().collect(),
            word: &|action: Pilot| action.to_string(),
            asked: &|| {
                let (seat, left, kinds) = (view.seat() + 1, view.actions_now(), kinds(view));
                format!(
                    "seat {seat} may pass or, {left} more at this level, act: {kinds}, with cards that \
                     are dealt"
                )
            },
            terms: Terms { name: Some(&kind), counted: Some(&kind), ..Terms::PLAIN },
        };
        self.ask(question, |seat| seat.pilot(view))
    }
}
