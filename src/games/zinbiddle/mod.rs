#![doc = include_str!("RULES.md")]

pub mod events;
pub mod exact;
mod fast;
pub mod hand;
pub mod rare;
pub mod record;
mod replay;
pub mod round;
pub mod rules;
pub mod strategies;
pub mod view;

use self::events::TableEvent;
use self::exact::maximum::maximum_probability;
use self::exact::odds::{self, Stock};
use self::fast::{Bettings, Lockstep, MOST_SEATS, SESSIONS};
use self::hand::{Card, KINDS};
use self::rare::ImportanceSampler;
use self::record::{ANTES, Recorder, RoundEvent, Shown, Silent, Transcript};
use self::round::{Ending, Keyed, Outcome, Table};
use self::rules::{CarryJoins, JackpotTo, Rules, Shoes, Shuffle, UNITS_PER_ANTE, WildCapWins};
use self::strategies::Seat;
use self::strategies::file::{self, FileStrategy};
use crate::cards::random::Seed;
use crate::cards::{Known, Memory};
use crate::framework::counting::{CountedRound, ShoeFacts};
use crate::framework::document::{Document, FileError};
use crate::framework::enumeration::FirstRound;
use crate::framework::scribe::{Recorded, Scribe, WrittenRound};
use crate::framework::worlds::GivenLuck;
use crate::framework::{
    self, Capabilities, Caution, Counting, DEALT, Engine, Event, Exact, ExactError, ExactFigures,
    Fault, GameRules, HandAsked, HandFacts, Hands, Help, LongForm, Profile, RareEvents, Record,
    ReplayError, SeatError, Seats, Sink, Spec, Step, Tallied, Tallying, TurnOrder,
};
use std::fmt::Display;
use std::ops::Range;
use std::sync::OnceLock;

/// A Zinbiddle table: checked rules, and the kind of trial that its runs count.
#[derive(Clone, Debug)]
pub struct Zinbiddle {
    rules: Rules,
    counted: Tallied,
    /// Outcomes of betting rounds, computed on first use.
    bettings: OnceLock<Bettings>,
}

/// Indices of the trial units: hands, pyramids shown, and carries that were won in the end.
const HANDS: usize = 0;
const PYRAMIDS: usize = 1;
const CARRIES: usize = 2;
const UNITS: usize = 3;

/// Pots that are counted, in antes: `pot-over:50` is a hand with a final pot of more than 50.
const POTS: [i64; 7] = [25, 50, 100, 200, 400, 800, 1600];
/// `carried:N` is a carry won after N hands had left it; the last one stands for N or more.
const MOST_CARRIED: usize = 10;
const POT_EVENTS: usize = TableEvent::ALL.len();
const CARRY_EVENTS: usize = POT_EVENTS + POTS.len();
const ALL_EVENTS: usize = CARRY_EVENTS + MOST_CARRIED;

/// Card numbers as counting systems name them; suits are not counted.
const NUMBER_NAMES: [&str; 6] = ["0", "1", "2", "3", "4", "V"];

impl Zinbiddle {
    /// The number of cards of each number.
    fn by_number(kinds: &[u16; KINDS]) -> [u32; 6] {
        let mut counts = [0; 6];
        for (kind, &count) in kinds.iter().enumerate() {
            counts[Card::of_kind(kind).number() as usize] += u32::from(count);
        }
        counts
    }

    /// Creates a table under these rules.
    ///
    /// # Errors
    /// All faults of the rules at once.
    pub fn new(rules: Rules) -> Result<Zinbiddle, Vec<Fault>> {
        Ok(Zinbiddle::with_checked(rules.checked()?, Tallied::Rounds))
    }

    fn with_checked(rules: Rules, counted: Tallied) -> Zinbiddle {
        Zinbiddle { rules, counted, bettings: OnceLock::new() }
    }

    fn seats(&self) -> usize {
        usize::from(self.rules.players)
    }

    /// Counts a hand into the record of its session; `carried` is the number of hands that have
    /// left the carry in play.
    #[inline]
    fn count(&self, outcome: &Outcome, first: usize, carried: &mut usize, record: &mut Record) {
        self.count_nets(outcome, first, record);
        let hits = &mut record.hits;
        for (hits, pot) in hits[POT_EVENTS..CARRY_EVENTS].iter_mut().zip(POTS) {
            *hits += u32::from(outcome.pot > pot * UNITS_PER_ANTE);
        }
        // Z14: a player that takes the pot alone takes the carry with it, unless the carry is a
        // bonus.
        let left = match outcome.ending {
            Ending::Showdown { playable: 0, .. } => true,
            Ending::Showdown { playable: 1, .. } => false,
            // Z18: equal Ion Barrages share the whole pot, as one takes it.
            Ending::Showdown { ions: 1.., bonus_won: false, .. } if self.rules.ion_takes_all => {
                *carried > 0 && self.rules.carry_joins == CarryJoins::Bonus
            }
            Ending::Showdown { bonus_won, .. } => !bonus_won,
            Ending::Zinbiddle | Ending::AllFolded => {
                *carried > 0 && self.rules.carry_joins == CarryJoins::Bonus
            }
        };
        if left {
            *carried += 1;
        } else if *carried > 0 {
            record.trials[CARRIES] += 1;
            hits[CARRY_EVENTS + (*carried).min(MOST_CARRIED) - 1] += 1;
            *carried = 0;
        }
        match outcome.ending {
            Ending::Zinbiddle => hits[TableEvent::Called as usize] += 1,
            Ending::AllFolded => hits[TableEvent::AllFolded as usize] += 1,
            Ending::Showdown { shown, playable, ions, bonus_won, jackpot } => {
                record.trials[PYRAMIDS] += u32::from(shown);
                hits[TableEvent::Showdown as usize] += 1;
                let end = match playable {
                    0 => TableEvent::AllMisfire,
                    1 => TableEvent::SoleSurvivor,
                    _ if bonus_won => TableEvent::BonusWon,
                    _ => TableEvent::BonusCarried,
                };
                hits[end as usize] += 1;
                hits[TableEvent::IonBarrage as usize] += u32::from(ions);
                hits[TableEvent::Jackpot as usize] += u32::from(jackpot);
            }
        }
    }

    /// Counts a hand and the net of each seat.
    #[inline]
    fn count_nets(&self, outcome: &Outcome, first: usize, record: &mut Record) {
        let order = TurnOrder { first, players: self.seats() };
        record.add_round(order, |seat| (outcome.nets[seat], outcome.won >> seat & 1 == 1));
        record.house.add(outcome.house, outcome.house > 0);
    }

    /// The events of nine cards, dealt or shown.
    fn events_of_pyramids(&self) -> Vec<Event> {
        let full = Stock::full(&self.rules);
        let (stock, unit) = match self.counted {
            Tallied::Dealt => (full, HANDS),
            _ => (full.merged(), PYRAMIDS),
        };
        let of = if self.counted == Tallied::Dealt { DEALT } else { "" };
        let names = events::Events::get().all.iter().map(|(name, _)| name);
        let event =
            |(name, possible): (&String, bool)| Event::new(format!("{of}{name}"), unit, possible);
        names.zip(odds::possible(&stock)).map(event).collect()
    }

    /// Plays sessions and counts the events of the pyramids shown.
    fn play_shown(
        &self,
        players: &mut [Seat],
        seed: Seed,
        sessions: Range<u64>,
        sink: &mut impl Sink,
    ) {
        let mut table = Table::new(&self.rules);
        let mut record = Record::new(self.seats(), UNITS, events::Events::get().all.len());
        for session in sessions {
            record.clear();
            let each = |outcome: &Outcome, first, shown: &mut Shown| {
                self.count_nets(outcome, first, &mut record);
                record.trials[PYRAMIDS] += std::mem::take(&mut shown.pyramids);
                record.hits.iter_mut().zip(&mut shown.hits).for_each(|(all, hits)| {
                    *all += std::mem::take(hits);
                });
            };
            self.session(&mut table, players, seed, session, each, Shown::default());
            sink.session(&record, 1);
        }
    }

    /// Plays sessions in lockstep.
    fn play_side_by_side<const PLAYERS: usize>(
        &self,
        players: &mut [Seat],
        seed: Seed,
        sessions: Range<u64>,
        sink: &mut impl Sink,
    ) {
        let bettings = self.bettings.get_or_init(|| Bettings::new(&self.rules));
        let mut lockstep = Lockstep::<PLAYERS>::new(&self.rules, bettings);
        // By session: its record, and the number of hands that have left the carry in play.
        let mut records = vec![(Record::new(self.seats(), UNITS, ALL_EVENTS), 0); SESSIONS];
        let mut start = sessions.start;
        while start < sessions.end {
            let end = sessions.end.min(start + SESSIONS as u64);
            lockstep.play(players, seed, start..end, |number, outcome, first| {
                let (record, carried) = &mut records[number];
                self.count(outcome, first, carried, record);
            });
            for ((record, carried), _) in records.iter_mut().zip(start..end) {
                sink.session(record, 1);
                record.clear();
                *carried = 0;
            }
            start = end;
        }
    }

    /// Plays one session, passing the outcome and first seat of every hand, and the recorder, to
    /// `each`.
    #[inline]
    fn session<R: Recorder<RoundEvent>>(
        &self,
        table: &mut Table<'_>,
        players: &mut [Seat],
        seed: Seed,
        session: u64,
        mut each: impl FnMut(&Outcome, usize, &mut R),
        mut recorder: R,
    ) {
        table.new_session();
        let hands = u64::from(self.rules.hands_per_session);
        // Z8
        let mut order = TurnOrder::of_session(session, self.seats());
        for hand in 0..hands {
            let mut luck = Keyed::new(seed.round(session, hand));
            table.hand(players, &mut luck, &mut recorder, order.first);
            // Z17
            let outcome =
                if hand + 1 == hands { table.close(&mut recorder) } else { table.outcome() };
            each(outcome, order.first, &mut recorder);
            order = order.moved_on();
        }
    }
}

/// Examples and option hints for the command-line help.
const HELP: Help = Help {
    examples: &[
        ("rules", "Z18"),
        ("playtest", "--set misfires_per_suit=3"),
        ("odds", "--hand '4r 4g 4b 4y 3g 3r 2b 2g 1y'"),
        ("league", "--strategy regular --strategy bully --rounds 1k"),
        ("advise", "--hand '4r 0g 4b 2y' --step 4"),
        ("leaks", "--strategy passive --reference regular --rounds 10k"),
        ("odds", "--plot ladder.svg"),
        ("count", "--rules casino --system capstone --rounds 20k"),
        ("sweep", "--vary rules=casual,casino --metric event:showdown --rounds 100k"),
        ("balance", "--solve misfires_per_suit=0..4 --target event:playable=0.5"),
    ],
    options: &[
        (
            "odds",
            "hand",
            "nine cards such as 4r, 0b or V6, with spaces or commas between them, level by level: \
             T1 T2 T3 T4 S1 S2 G1 G2 C",
        ),
        (
            "odds",
            "ceiling",
            "an Ion Barrage, from endless shoes; 4 actions take half a minute, Sixes some minutes",
        ),
        ("advise", "hand", "your cards so far, named as for odds; the seat is 1"),
        ("odds", "method", "weighted is of dealt:ion-barrage unless told otherwise"),
        ("odds", "played", "odds are of cards as dealt"),
        ("count", "strategy", "pilot"),
    ],
};

/// Events that distort the figures of a table when they happen often.
const CAUTIONS: &[Caution] = &[
    Caution::new(
        "all-misfire",
        "nobody has a playable pyramid, so that nobody wins what is shown and the pot carries over \
         (Z11); misfires_per_suit and what pilots may do decide how often",
    )
    .beyond(0.1),
    Caution::new(
        "all-folded",
        "everybody folds but one, so that no pyramid is shown and bets alone decide (Z8); a call \
         costs what bet_units say",
    )
    .beyond(0.5),
];

impl Engine for Zinbiddle {
    type Rules = Rules;
    type Player = Seat;

    fn game() -> Profile {
        Profile {
            name: "zinbiddle",
            title: "Zinbiddle, Kuari style",
            about: "nine cards, three lines, four quarters of a pot (John Jackson Miller's homebrew)",
            stake: "antes",
            units: UNITS_PER_ANTE,
            default_strategy: "regular",
            replay_help: replay::HELP,
            rulebook: include_str!("RULES.md"),
            help: HELP,
            situation: replay::short::SITUATION,
            file_parameters: file::PARAMETERS,
            features: || file::FEATURES.to_vec(),
            cautions: CAUTIONS,
            strategies: strategies::NAMED,
            ..Profile::under::<Rules>()
        }
    }

    fn new(rules: Rules) -> Result<Zinbiddle, Vec<Fault>> {
        Zinbiddle::new(rules)
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn players(&self) -> usize {
        match self.counted {
            Tallied::Dealt => 0,
            Tallied::Rounds | Tallied::Shown => self.seats(),
        }
    }

    /// Whether there is a house: it pays bonuses and the jackpot and takes rakes and side bets (Z8,
    /// Z9, Z15, Z19). Casual play has none.
    fn has_house(&self) -> bool {
        let Rules { rake_every, action_rake, side_bet, jackpot_seed, ref bonus, .. } = self.rules;
        let bank = side_bet > 0 || jackpot_seed > 0 || !bonus.is_empty();
        rake_every > 0 || action_rake > 0.0 || bank
    }

    fn player(&self, spec: &Spec) -> Result<Seat, SeatError> {
        Seat::new(spec, &self.rules)
    }

    fn written(&self, document: &Document) -> Result<Seat, FileError> {
        FileStrategy::new(document, &self.rules).map(Seat::File)
    }

    fn events(&self) -> Vec<Event> {
        if self.counted != Tallied::Rounds {
            return self.events_of_pyramids();
        }
        let rules = &self.rules;
        let misfires = rules.misfires_per_suit > 0;
        let stock = Stock::full(rules);
        let ion_barrage = stock.merged().ion_barrages() > 0;
        // The rest of the jackpot: whether anyone can take it, and whether there is any.
        let taken = rules.vermilion_sixes > 0
            && match rules.jackpot_to {
                JackpotTo::SixCapped => true,
                JackpotTo::BeatsAnother => rules.wild_cap_wins != WildCapWins::Never,
            };
        let grows = rules.side_bet > 0 && rules.jackpot_share > 0.0;
        let filled = (rules.jackpot_seed > 0 || grows) && rules.ion_share < 1.0;
        let event = |event: TableEvent| {
            let (unit, possible) = match event {
                TableEvent::AllMisfire | TableEvent::SoleSurvivor => (HANDS, misfires),
                TableEvent::Called => (HANDS, stock.has_natural()),
                TableEvent::IonBarrage => (PYRAMIDS, ion_barrage),
                TableEvent::Jackpot => (HANDS, taken && filled && ion_barrage),
                TableEvent::AllFolded
                | TableEvent::Showdown
                | TableEvent::BonusWon
                | TableEvent::BonusCarried => (HANDS, true),
            };
            Event::new(event.name(), unit, possible)
        };
        let pots = POTS.iter().map(|pot| Event::new(format!("pot-over:{pot}"), HANDS, true));
        let carries =
            (1..=MOST_CARRIED).map(|hands| Event::new(format!("carried:{hands}"), CARRIES, true));
        TableEvent::ALL.into_iter().map(event).chain(pots).chain(carries).collect()
    }

    fn units(&self) -> usize {
        UNITS
    }

    fn rounds_per_session(&self) -> f64 {
        match self.counted {
            Tallied::Dealt => 1.0,
            Tallied::Rounds | Tallied::Shown => self.rules.hands_per_session.into(),
        }
    }

    fn nanoseconds(&self, players: &[Seat]) -> f64 {
        if self.counted == Tallied::Dealt {
            return 200.0 + f64::from(self.rules.cards()) * 0.05;
        }
        let shuffle = match self.rules.shuffle {
            Shuffle::EveryHand => f64::from(self.rules.cards()) * 0.05,
            Shuffle::Penetration(_) => 0.0,
        };
        if fast::serves(&self.rules, players) {
            return shuffle + 130.0 * self.seats() as f64;
        }
        let table = 100.0 + shuffle + 120.0 * self.seats() as f64;
        table + players.iter().map(|seat| seat.nanoseconds()).sum::<f64>()
    }

    fn side_by_side(&self, players: &[Seat]) -> u64 {
        let served = self.counted == Tallied::Rounds && fast::serves(&self.rules, players);
        if served { SESSIONS as u64 } else { 1 }
    }

    fn play(&self, players: &mut [Seat], seed: Seed, sessions: Range<u64>, sink: &mut impl Sink) {
        match self.counted {
            Tallied::Rounds => {}
            Tallied::Dealt => {
                return rare::play(&Stock::full(&self.rules), UNITS, seed, sessions, sink);
            }
            Tallied::Shown => return self.play_shown(players, seed, sessions, sink),
        }
        let count = sessions.end - sessions.start;
        if count >= fast::FEWEST && fast::serves(&self.rules, players) {
            return match players.len() {
                2 => self.play_side_by_side::<2>(players, seed, sessions, sink),
                3 => self.play_side_by_side::<3>(players, seed, sessions, sink),
                _ => self.play_side_by_side::<{ MOST_SEATS }>(players, seed, sessions, sink),
            };
        }
        let mut table = Table::new(&self.rules);
        let mut record = Record::new(self.seats(), UNITS, ALL_EVENTS);
        for session in sessions {
            record.clear();
            let mut carried = 0;
            let each = |outcome: &Outcome, first, _: &mut Silent| {
                self.count(outcome, first, &mut carried, &mut record);
            };
            self.session(&mut table, players, seed, session, each, Silent);
            sink.session(&record, 1);
        }
    }

    fn first_round<'t>(&'t self, players: &'t mut [Seat]) -> FirstRound<'t> {
        let mut table = Table::new(&self.rules);
        Box::new(move |walk, first, record| {
            table.new_session();
            table.hand(players, &mut GivenLuck::<Keyed>::Walk(walk), &mut Silent, first);
            // Z17
            let only = self.rules.hands_per_session == 1;
            let outcome = if only { table.close(&mut Silent) } else { table.outcome() };
            self.count(outcome, first, &mut 0, record);
        })
    }

    fn write_session(
        &self,
        players: &mut [Seat],
        scribe: &Scribe,
        seed: Seed,
        session: u64,
    ) -> Vec<WrittenRound> {
        let (coins, hands) = (ANTES.in_coins(self.rules.ante), self.rules.hands_per_session);
        let (mut table, mut rounds) = (Table::new(&self.rules), Vec::new());
        table.watch();
        table.new_session();
        let (mut order, mut carry) = (TurnOrder::of_session(session, self.seats()), 0);
        for hand in 0..hands {
            scribe.gone(table.gone());
            let luck = Keyed::new(seed.round(session, hand.into()));
            let mut luck = Recorded { luck, scribe: scribe.clone() };
            let mut transcript = Transcript::new(self.rules.ante, scribe);
            // The jackpot is where lost side bets left it (Z15).
            let held = table.jackpot();
            let held = (held != table.jackpot_seed()).then(|| coins.text(held));
            let outcome = *table.hand(players, &mut luck, &mut transcript, order.first);
            let carried = coins.text(carry);
            let (first, number) = (order.first + 1, hand + 1);
            let mut own: Vec<(&str, &dyn Display)> =
                vec![("first", &first), ("hand", &number), ("carry", &carried)];
            own.extend(held.iter().map(|held| ("jackpot", held as &dyn Display)));
            let card = |_: usize, kind| Card::of_kind(kind).to_string();
            let nets = (coins, &outcome.nets[..self.seats()]);
            let mut round = WrittenRound::new(&own, scribe.take(), card, nets);
            // Z17: the carry shared at the end of the session is not part of the hand.
            let last = hand + 1 == hands;
            let nets = if last { table.close(&mut transcript).nets } else { outcome.nets };
            round.nets = nets[..self.seats()].to_vec();
            round.steps.extend(scribe.take().steps);
            rounds.push(round);
            (order, carry) = (order.moved_on(), outcome.carry);
        }
        rounds
    }

    fn replay(&self, script: &str) -> Result<Vec<Step>, ReplayError> {
        replay::replay(&self.rules, script)
    }

    fn exact_notes(&self) -> Vec<String> {
        let full = "odds are those of full shoes; what has been seen of a shoe since its shuffle \
                    changes them";
        match self.rules.shuffle {
            Shuffle::Penetration(_) => vec![full.to_owned()],
            Shuffle::EveryHand => Vec::new(),
        }
    }

    fn capabilities(&self) -> Capabilities<'_> {
        let dealt = self.counted == Tallied::Dealt;
        Capabilities {
            exact: if dealt { Some(self) } else { None },
            hands: Some(self),
            counting: Some(self),
            tallying: Some(self),
            maximum_probability: Some(self),
            rare: if dealt { Some(self) } else { None },
            ..Capabilities::default()
        }
    }

    fn instead(&self) -> &'static str {
        "simulate answers this, and odds counts pyramids as they are dealt"
    }
}

impl Exact for Zinbiddle {
    fn exact(&self, _players: &mut dyn Seats) -> Result<ExactFigures, ExactError> {
        Ok(ExactFigures::of_deals(Stock::full(&self.rules).odds()))
    }
}

impl Hands for Zinbiddle {
    fn hand_facts(&self, hand: &str, _asked: HandAsked<'_>) -> Result<Vec<HandFacts>, ExactError> {
        odds::hand_facts(&self.rules, hand)
    }
}

impl framework::Situations for Zinbiddle {
    fn begin(&self, text: &str) -> Result<framework::Begun<'_>, ReplayError> {
        replay::begin(&self.rules, text)
    }

    fn long_form(&self, asked: HandAsked<'_>) -> Option<Result<LongForm, ExactError>> {
        Some(replay::short::long_form(&self.rules, asked))
    }
}

impl Counting for Zinbiddle {
    fn counter(&self) -> &'static str {
        "pilot"
    }

    fn remembers(&self, player: &dyn Seats) -> bool {
        player.of::<Seat>().iter().any(Seat::remembers)
    }

    fn shoes(&self) -> Vec<ShoeFacts> {
        let full = Zinbiddle::by_number(&self.rules.deck());
        let names: &[&str] = match self.rules.shoes {
            Shoes::OneDeck => &["deck"],
            Shoes::PerLevel => &["thrusters", "shields", "gunners", "capstone"],
        };
        let cards: Vec<_> = NUMBER_NAMES.into_iter().zip(full).collect();
        names.iter().map(|name| ShoeFacts { name, cards: cards.clone() }).collect()
    }

    fn penetration(&self) -> Option<f64> {
        match self.rules.shuffle {
            Shuffle::EveryHand => None,
            Shuffle::Penetration(part) => Some(part),
        }
    }

    fn fresh(&self) -> Box<dyn framework::AnyTable> {
        let rules =
            Rules { shuffle: Shuffle::EveryHand, hands_per_session: 1, ..self.rules.clone() };
        Box::new(Zinbiddle::with_checked(rules, Tallied::Rounds))
    }

    fn at_penetration(&self, penetration: f64) -> Result<Box<dyn framework::AnyTable>, Vec<Fault>> {
        let shuffle = Shuffle::Penetration(penetration);
        Ok(Box::new(Zinbiddle::new(Rules { shuffle, ..self.rules.clone() })?))
    }

    fn play_counted(
        &self,
        players: &mut dyn Seats,
        (seat, memory): (usize, &Memory),
        seed: Seed,
        sessions: Range<u64>,
        each: &mut dyn FnMut(CountedRound<'_>),
    ) {
        let players: &mut [Seat] = players.of_mut();
        let memory = file::by_kind(memory);
        let mut table = Table::new(&self.rules);
        table.watch();
        let hands = u64::from(self.rules.hands_per_session);
        let full = self.rules.deck();
        let nothing = [0; KINDS];
        for session in sessions {
            table.new_session();
            let mut order = TurnOrder::of_session(session, self.seats());
            for hand in 0..hands {
                let counts: Vec<Option<f64>> = (0..self.rules.shoe_count())
                    .map(|shoe| {
                        let shuffled = Known { full, table: nothing, noticed: nothing, gone: 0 };
                        let known = match table.shuffle_is_due(shoe) {
                            true => shuffled,
                            false => table.known(seat, shoe),
                        };
                        memory.true_count(shoe, &known)
                    })
                    .collect();
                let mut luck = Keyed::new(seed.round(session, hand));
                table.hand(players, &mut luck, &mut Silent, order.first);
                let last = hand + 1 == hands;
                let outcome = if last { table.close(&mut Silent) } else { table.outcome() };
                let net = outcome.nets[seat];
                // A hand's cards can be read off the shoes only if these were fresh.
                let piles = if hands == 1 { table.piles() } else { &[] };
                let dealt: Vec<u32> = piles
                    .iter()
                    .flat_map(|pile| {
                        let mut left = nothing;
                        pile.count(&mut left);
                        let gone = std::array::from_fn(|kind| full[kind] - left[kind]);
                        Zinbiddle::by_number(&gone)
                    })
                    .collect();
                // Z4: rules under which a shoe could run out are refused.
                let (stake, ran_out, counts, dealt) = (1, false, &counts[..], &dealt[..]);
                each(CountedRound { session, net, stake, counts, dealt, ran_out });
                order = order.moved_on();
            }
        }
    }
}

impl Tallying for Zinbiddle {
    fn tallying(&self, tallied: Tallied) -> Box<dyn framework::AnyTable> {
        Box::new(Zinbiddle::with_checked(self.rules.clone(), tallied))
    }
}

impl framework::MaximumProbability for Zinbiddle {
    fn maximum_probability(&self) -> (&'static str, f64, f64) {
        let (low, high) = maximum_probability(&self.rules);
        ("ion-barrage", low, high)
    }
}

impl RareEvents for Zinbiddle {
    fn usual(&self) -> &'static str {
        events::RARE
    }

    fn sampler(&self, event: usize) -> Option<Box<dyn framework::ImportanceSampler>> {
        let (_, about) = events::Events::get().all.get(event)?;
        Some(Box::new(ImportanceSampler::new(Stock::full(&self.rules), *about)))
    }
}
