#![doc = include_str!("RULES.md")]

pub mod cards;
pub mod events;
pub mod exact;
mod fast;
pub mod hand;
pub mod record;
mod replay;
pub mod round;
pub mod rules;
pub mod strategies;
pub mod view;

use self::cards::{Card, MAX_CARDS, Packed, with_hands};
use self::events::{BLIND_DRAW, CATEGORIES, DOUBLE, JUNKED_OUT, OTHERS, SEAT_EVENTS};
use self::fast::OutcomeCounts;
use self::hand::{Category, Ranking};
use self::record::{ANTES, Silent, Transcript};
use self::round::{Keyed, Outcome, Table};
use self::rules::{Rules, UNITS_PER_ANTE};
use self::strategies::Seat;
use self::strategies::exploiter::Remembered;
use self::strategies::file::{self, FileStrategy};
use self::strategies::solved::{Against, Shared};
use self::view::Action;
use crate::cards::random::{Purpose, Seed};
use crate::framework::bonus::BonusFrom;
use crate::framework::document::{Document, FileError};
use crate::framework::enumeration::{FirstRound, MOST_LEAVES};
use crate::framework::scribe::{Recorded, Scribe, WrittenRound};
use crate::framework::worlds::GivenLuck;
use crate::framework::{
    self, AnyTable, Capabilities, Caution, DEALT, Decision, Decisions, Engine, Event, Exact,
    ExactError, ExactFigures, Fault, GameRules, HandAsked, HandFacts, HandOdds, Hands, Help, Part,
    Profile, Record, ReplayError, SeatError, Seats, Sink, Solved, Solving, Spec, Step, TurnOrder,
};
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

/// A Sabacc table: checked rules, under which games are played or single hands dealt.
#[derive(Clone, Debug)]
pub struct Sabacc {
    rules: Rules,
    /// The size of the hands dealt from the full deck; `None` to play games.
    cards: Option<usize>,
}

/// Units of trials: games, hands shown, rolls of the dice.
const GAMES: usize = 0;
const HANDS: usize = 1;
const ROLLS: usize = 2;
const UNITS: usize = 3;

/// The unit of each event from [`OTHERS`] on that is counted for the table as a whole.
const OTHER_UNITS: [usize; 3] = [GAMES, ROLLS, GAMES];

impl Sabacc {
    /// A table under these rules.
    ///
    /// # Errors
    /// Every fault of the rules at once.
    pub fn new(rules: Rules) -> Result<Sabacc, Vec<Fault>> {
        Ok(Sabacc { rules: rules.checked()?, cards: None })
    }

    fn seats(&self) -> usize {
        usize::from(self.rules.players)
    }

    /// Counts a game into the record of its session.
    #[inline]
    fn count(ranking: &Ranking, outcome: &Outcome, first: usize, record: &mut Record) {
        let players = record.seats.len();
        let order = TurnOrder { first, players };
        record.add_round(order, |seat| (outcome.nets[seat], outcome.winner == seat));
        record.trials[ROLLS] += u32::from(outcome.rolls);
        if outcome.house != 0 {
            record.house.add(outcome.house, outcome.house > 0);
        }
        let hits = &mut record.hits;
        if let Some(category) = outcome.won_with(ranking) {
            hits[category as usize] += 1;
            for &rank in outcome.ranks[..players].iter().filter(|&&rank| rank > 0) {
                record.trials[HANDS] += 1;
                hits[CATEGORIES + ranking.category(rank) as usize] += 1;
            }
        }
        hits[BLIND_DRAW] += u32::from(outcome.blind_draw);
        hits[DOUBLE] += u32::from(outcome.doubles);
        hits[JUNKED_OUT] += u32::from(outcome.alone);
    }

    /// Deals one hand of `cards` cards per session and counts its category.
    fn play_dealt<H: Packed>(
        &self,
        cards: usize,
        seed: Seed,
        sessions: Range<u64>,
        sink: &mut impl Sink,
    ) {
        let ranking = Ranking::for_rules(&self.rules);
        let mut pile = self.rules.deck().pile();
        let mut record = Record::new(0, UNITS, CATEGORIES);
        for session in sessions {
            record.clear();
            pile.shuffle();
            let mut stream = seed.round(session, 0).stream(Purpose::Deal);
            let hand = (0..cards).fold(H::default(), |hand: H, _| {
                hand.with(Card::of_kind(pile.draw(&mut stream).into()))
            });
            record.rounds = 1;
            record.trials[GAMES] = 1;
            record.hits[ranking.category(ranking.rank(hand)) as usize] = 1;
            sink.session(&record, 1);
        }
    }

    /// Plays games. Equal outcomes of two players are reported together unless the sink needs them
    /// in order.
    fn play_games<H: Remembered, S: Sink>(
        &self,
        players: &mut [Seat],
        seed: Seed,
        sessions: Range<u64>,
        sink: &mut S,
    ) {
        let mut table = Table::<H>::packed(&self.rules);
        let ranking = &Arc::clone(table.ranking());
        let mut record = Record::new(self.seats(), UNITS, OTHERS + OTHER_UNITS.len());
        let mut counts =
            (self.seats() == 2 && !sink.ordered()).then(|| OutcomeCounts::new(&self.rules));
        let mut tell = |outcome: &Outcome, first, times| {
            record.clear();
            Sabacc::count(ranking, outcome, first, &mut record);
            sink.session(&record, times);
        };
        let mut each = |outcome: &Outcome, first| match &mut counts {
            Some(counts) => counts.add(ranking, outcome, first),
            None => tell(outcome, first, 1),
        };
        if let Some(habits) = fast::habits(&self.rules, players) {
            fast::play(&self.rules, &mut table, players, habits, seed, sessions, each);
        } else {
            let mut order = TurnOrder::of_session(sessions.start, self.seats());
            for session in sessions {
                let mut luck = Keyed::new(seed.round(session, 0));
                each(table.game(players, &mut luck, &mut Silent, order.first), order.first);
                order = order.moved_on();
            }
        }
        for (outcome, first, times) in counts.iter().flat_map(OutcomeCounts::examples) {
            tell(outcome, first, times);
        }
    }

    /// Whether a player can hold each category at a showdown, by category.
    fn shown(&self) -> [bool; CATEGORIES] {
        let rules = &self.rules;
        let most = (2 + usize::from(rules.game_rounds)).min(usize::from(rules.hand_limit));
        let mut all = [false; CATEGORIES];
        for cards in 2..=most {
            for (category, possible) in exact::possible(rules, cards) {
                all[category as usize] |= possible;
            }
        }
        all
    }
}

/// Examples and option hints for the command-line help.
const HELP: Help = Help {
    examples: &[
        ("rules", "S13"),
        ("playtest", "--set 'copies=[4, 4, 4, 4, 4, 4, 4, 3, 3, 3]'"),
        ("odds", "--cards 5"),
        ("league", "--strategy careful --strategy steady --rounds 2k"),
        ("tune", "--strategy textbook --free rule --rounds 1M --write closer.toml"),
        ("leaks", "--strategy steady --reference textbook --rounds 20k"),
        ("play", "--reference textbook --write evening.toml"),
        ("odds", "--event blind-draw --precision 0.01"),
        ("exact", "--hand '+5 -3' --round 3 --top 3"),
    ],
    options: &[
        ("odds", "hand", "such as '+5 -5 0'"),
        ("odds", "cards", "2 to 5"),
        (
            "exact",
            "hand",
            "such as '+5 -3', each choice then played in the real deck against players of solved",
        ),
        ("advise", "hand", "such as '+5 -3', as exact has it"),
        ("exact", "round", "such as 3"),
        ("exact", "top", "such as 3 or -7"),
    ],
};

/// Events that distort the figures of a table when they happen often.
const CAUTIONS: &[Caution] = &[Caution::new(
    "junked-out",
    "all but one player junk, and the last wins without showing a hand (S8); bonuses aside, a \
     player who junks loses the ante, less the part junk_refund",
)
.beyond(0.1)];

/// The parts of a situation that matter to a hand.
const SITUATION: &[Part] = &[
    Part {
        name: "round",
        about: "the round of the game [default: each in turn, but advise needs one]",
        value: "N",
        judged: false,
        alone: false,
    },
    Part {
        name: "top",
        about: "the top of the discard pile [default: each in turn, but advise needs one]",
        value: "CARD",
        judged: false,
        alone: false,
    },
];

impl Engine for Sabacc {
    type Rules = Rules;
    type Player = Seat;

    fn game() -> Profile {
        Profile {
            name: "sabacc",
            title: "Corellian Spike Sabacc",
            about: "two to five cards that should sum to zero, and dice that may take them (Zabaka's rules)",
            stake: "antes",
            units: UNITS_PER_ANTE,
            default_strategy: "careful",
            replay_help: replay::HELP,
            rulebook: include_str!("RULES.md"),
            help: HELP,
            file_parameters: file::PARAMETERS,
            features: || file::FEATURES.to_vec(),
            best_strategy: Some("solved"),
            cautions: CAUTIONS,
            situation: SITUATION,
            strategies: strategies::NAMED,
            ..Profile::under::<Rules>()
        }
    }

    fn new(rules: Rules) -> Result<Sabacc, Vec<Fault>> {
        Sabacc::new(rules)
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn players(&self) -> usize {
        if self.cards.is_some() { 0 } else { self.seats() }
    }

    /// The payer of bonuses (S12).
    fn has_house(&self) -> bool {
        !self.rules.bonus.is_empty()
    }

    fn player(&self, spec: &Spec) -> Result<Seat, SeatError> {
        Seat::new(spec, &self.rules)
    }

    fn written(&self, document: &Document) -> Result<Seat, FileError> {
        FileStrategy::new(document, &self.rules).map(Seat::File)
    }

    fn events(&self) -> Vec<Event> {
        if let Some(cards) = self.cards {
            let event = |(category, possible): (Category, bool)| {
                Event::new(format!("{DEALT}{}", category.name()), GAMES, possible)
            };
            return exact::possible(&self.rules, cards).map(event).collect();
        }
        let shown = self.shown();
        let units = [[GAMES; CATEGORIES], [HANDS; CATEGORIES]].into_iter().flatten();
        let possible = shown.into_iter().chain(shown).chain([true; OTHER_UNITS.len()]);
        let events = SEAT_EVENTS.iter().zip(units.chain(OTHER_UNITS)).zip(possible);
        events.map(|((&name, unit), possible)| Event::new(name, unit, possible)).collect()
    }

    fn units(&self) -> usize {
        UNITS
    }

    fn nanoseconds(&self, players: &[Seat]) -> f64 {
        let rounds = f64::from(self.rules.game_rounds);
        let seats: f64 =
            players.iter().map(|seat| 15.0 + rounds * seat.nanoseconds(self.seats())).sum();
        30.0 + seats
    }

    fn preparing(&self, players: &[Seat]) -> Option<String> {
        let waits = |seat: &Seat| matches!(seat, Seat::Solved(shared) if !shared.is_ready());
        // The work grows with the kinds of cards, and with the rounds.
        let Rules { highest, game_rounds, .. } = self.rules;
        let long = match highest > 12 || game_rounds > 4 {
            true => "a minute or more",
            false => "a few seconds",
        };
        players.iter().any(waits).then(|| {
            format!("before the first round, solved and reply are computed, which takes {long}")
        })
    }

    fn plan_megabytes(&self, players: &[Seat]) -> usize {
        let keeps = |seat: &Seat| matches!(seat, Seat::Solved(_) | Seat::Exploiter(_));
        if players.iter().any(keeps) { 70 } else { 0 }
    }

    fn remarks(&self, players: &[Seat]) -> Vec<String> {
        let computes = |seat: &Seat| matches!(seat, Seat::Solved(_) | Seat::Exploiter(_));
        let pays = !self.rules.bonus.is_empty();
        let note =
            "solved, reply and exploiter play for the pots alone, as if there were no bonuses";
        (pays && players.iter().any(computes)).then(|| note.to_owned()).into_iter().collect()
    }

    fn play(&self, players: &mut [Seat], seed: Seed, sessions: Range<u64>, sink: &mut impl Sink) {
        with_hands!(self.rules, H => match self.cards {
            Some(cards) => self.play_dealt::<H>(cards, seed, sessions, sink),
            None => self.play_games::<H, _>(players, seed, sessions, sink),
        });
    }

    fn first_round<'t>(&'t self, players: &'t mut [Seat]) -> FirstRound<'t> {
        with_hands!(self.rules, H => {
            let mut table = Table::<H>::packed(&self.rules);
            let ranking = Arc::clone(table.ranking());
            Box::new(move |walk, first, record| {
                let luck = &mut GivenLuck::<Keyed>::Walk(walk);
                let outcome = table.game(players, luck, &mut Silent, first);
                Sabacc::count(&ranking, outcome, first, record);
            })
        })
    }

    fn write_session(
        &self,
        players: &mut [Seat],
        scribe: &Scribe,
        seed: Seed,
        session: u64,
    ) -> Vec<WrittenRound> {
        let rules = &self.rules;
        let order = TurnOrder::of_session(session, self.seats());
        let luck = Keyed::new(seed.round(session, 0));
        let mut luck = Recorded { luck, scribe: scribe.clone() };
        let mut transcript = Transcript::at(rules.clone(), scribe);
        let nets = with_hands!(rules, H => {
            let mut table = Table::<H>::packed(rules);
            table.game(players, &mut luck, &mut transcript, order.first).nets
        });
        let card = |_: usize, kind| Card::of_kind(kind).to_string();
        let dealer = order.before(order.first) + 1;
        let nets = (ANTES.in_coins(rules.ante), &nets[..self.seats()]);
        vec![WrittenRound::new(&[("dealer", &dealer)], scribe.take(), card, nets)]
    }

    fn replay(&self, script: &str) -> Result<Vec<Step>, ReplayError> {
        replay::replay(&self.rules, script)
    }

    fn capabilities(&self) -> Capabilities<'_> {
        Capabilities {
            exact: if self.cards.is_some() { Some(self) } else { None },
            decisions: Some(self),
            hands: Some(self),
            solved: Some(self),
            hand_odds: Some(self),
            ..Capabilities::default()
        }
    }

    fn instead(&self) -> &'static str {
        "simulate answers this, odds --cards K counts hands exactly, exact --hand CARDS plays each \
         choice with a hand, and exact without --strategy computes solved"
    }
}

/// The notes on the decisions with a given hand, as printed below them.
macro_rules! hand_notes {
    ($more:literal) => {
        concat!(
            "simulated: each choice is played in the real deck in the same worlds, then solved by \
             everybody. The worlds are those in which a player of solved, at any place of the turn \
             order, comes to hold the hand in that round under that top; if none does, those in which \
             the others hold what players of solved hold then. Before the last round solved decides by \
             its abstraction's value; in the last one it reads the others",
            $more
        )
    };
}

/// The notes on the chart of `solved`, as printed below it.
macro_rules! solved_notes {
    ($more:literal) => {
        concat!(
            "these are the values of an abstraction, not of the game: solved knows its hand, the round \
             and the top of the discard pile; it takes the other cards to be equally likely wherever \
             they are, and the others to be independent of it and to end with the hand that such \
             players end with on average. In the abstraction almost nothing can be won from such a player. In its last turn \
             solved goes further: it reads what the others will show from what they were seen to do; the \
             chart tells what it does where it has seen nothing. --hand plays a hand in the real deck",
            $more
        )
    };
}

impl Exact for Sabacc {
    fn exact(&self, players: &mut dyn Seats) -> Result<ExactFigures, ExactError> {
        let Some(cards) = self.cards else {
            return AnyTable::enumerate(self, players, MOST_LEAVES);
        };
        let (counts, all) = exact::categories(&self.rules, cards);
        Ok(ExactFigures::of_deals(counts.map(|count| (count.into(), all.into()))))
    }
}

impl framework::Situations for Sabacc {
    fn begin(&self, text: &str) -> Result<framework::Begun<'_>, ReplayError> {
        replay::begin(&self.rules, text)
    }

    /// S8: a seat that junks gets its refund at once. It may still pay bonuses of the others (S12).
    fn settles(&self, action: &str) -> bool {
        let Rules { bonus, bonus_from, .. } = &self.rules;
        action == Action::Junk.to_string() && (bonus.is_empty() || *bonus_from == BonusFrom::House)
    }
}

impl Decisions for Sabacc {
    fn are_played(&self) -> bool {
        true
    }

    fn open_parts(&self, asked: HandAsked<'_>) -> Vec<&'static str> {
        let all = if self.rules.game_rounds > 1 { &["round", "top"][..] } else { &["top"] };
        all.iter().copied().filter(|part| asked.part(part).is_none()).collect()
    }

    fn decisions(&self, asked: HandAsked<'_>) -> Result<Vec<Decision>, ExactError> {
        match asked.hand {
            Some(hand) => {
                let hand = exact::read(&self.rules.deck(), hand)?;
                let (round, top) = (asked.number("round")?, asked.part("top"));
                exact::decisions(&self.rules, hand, round, top)
            }
            None => {
                let solved = Shared::for_rules(&self.rules, Against::Themselves);
                Ok(exact::chart(&self.rules, solved.plan()))
            }
        }
    }

    fn assumptions(&self) -> Option<&'static str> {
        Some(match self.rules.bonus.is_empty() {
            true => hand_notes!(""),
            false => hand_notes!(
                ", which knows of no bonuses: they are in simulated values alone, and solved plays as if \
                 there were none"
            ),
        })
    }
}

impl Solved for Sabacc {
    fn solving(&self) -> Solving {
        let units = |antes: f64| antes * UNITS_PER_ANTE as f64;
        let solved = Shared::for_rules(&self.rules, Against::Themselves);
        let gaps = solved.gaps().iter().map(|&(count, gap)| (count, units(gap)));
        Solving {
            gaps: gaps.collect(),
            decisions: exact::chart(&self.rules, solved.plan()),
            habits: exact::habits(&self.rules, solved.plan()),
        }
    }

    fn assumptions(&self) -> &'static str {
        match self.rules.bonus.is_empty() {
            true => solved_notes!(""),
            false => solved_notes!(". Bonuses are left out: solved plays as if there were none"),
        }
    }
}

impl Hands for Sabacc {
    fn hand_facts(&self, hand: &str, _asked: HandAsked<'_>) -> Result<Vec<HandFacts>, ExactError> {
        exact::hand_facts(&self.rules, hand)
    }
}

impl HandOdds for Sabacc {
    fn hand_sizes(&self) -> RangeInclusive<u32> {
        2..=MAX_CARDS as u32
    }

    fn dealing(&self, cards: u32) -> Box<dyn framework::AnyTable> {
        Box::new(Sabacc { rules: self.rules.clone(), cards: Some(cards as usize) })
    }
}
