//! A decider that weighs what it can do by its chance at each quarter of the pot.

use crate::cards::{Known, Memory, Recall};
use crate::games::zinbiddle::hand::{
    Card, KINDS, LEVELS, Line, NEIGHBOURS, Order, PLACES, Place, Pyramid, Ranks, ranks,
};
use crate::games::zinbiddle::rules::{
    ActionKind, MAX_ACTIONS, MAX_PLAYERS, ROUNDS, ReplacementFrom, Rules, Shoes, UNITS_PER_ANTE,
};
use crate::games::zinbiddle::view::{
    Answer, Bet, BetChoice, Pilot, PilotChoice, Player, View, hole_cards,
};
use std::sync::Arc;

/// Numbers that a card can have: 0 for a misfire or a card not known, 5 for a Vermilion Six.
const NUMBERS: usize = 6;
/// Rows by their numbers, as digits of base 6.
const ROWS: usize = NUMBERS.pow(4);
/// Ranks of rows, and those of flanks, the Six on top apart.
const ROW_RANKS: usize = ranks::BARRAGE_OF_FOURS as usize + 1;
const FLANK_RANKS: usize = ranks::FLANK_BARRAGE as usize / 2 + 1;
/// Runs by their first number and their length: 1 alone to 1 2 3 4, 2 alone to 2 3 4, …, 4 alone.
const RUNS: usize = 10;
/// Where the runs of each first number begin.
const RUN_STARTS: [usize; 6] = [0, 0, 4, 7, 9, 10];
/// How much better rivals' rows are taken to be than dealt ones, in steps.
const BOLDNESS: usize = 5;

/// What it takes its rivals and the rest of the hand to be: found by trial at the casino, against
/// `regular` and `passive`.
mod guess {
    /// The part of all bets still to come that counts as won with the pot by an action.
    pub const BETS_WON: f32 = 0.1;
    /// The part of all bets still to come that a call is expected to lead to.
    pub const BETS_MADE: f32 = 0.35;
    /// The least share of the pot, over an equal share, to bet; to raise; more for each raise made.
    pub const TO_BET: f32 = 0.85;
    pub const TO_RAISE: f32 = 1.5;
    pub const PER_RAISE: f32 = 0.25;
    /// A row of a rival that bet or raised in n rounds is the best of 1 + 1.4 n dealt ones.
    pub const BOLD_ROW: f64 = 1.4;
    /// In each such round its chance to have a misfire at the end shrinks to this part.
    pub const BOLD_MISFIRE: f32 = 0.4;
    /// How many of their dealt misfires rivals who act still hide.
    pub const HIDDEN: f32 = 0.4;
    /// The part of the repairs still needed that will be paid for.
    pub const REPAIRS: f32 = 0.6;
    /// What an action to spare is worth before the last level, in shares of the pot.
    pub const SPARE: f32 = 0.05;
    /// The part of rivals with an action to spare that have the better of two flanks.
    pub const BETTER_FLANK: f32 = 0.25;
    /// What a call must be worth, over what it costs.
    pub const CALL: f32 = 2.0;
    /// The least that a zinbiddle bet must be worth, over what it costs.
    pub const SIDE_BET: f32 = 1.02;
}

/// What is known of a table before anything is dealt; made once for all seats of a strategy.
#[derive(Debug, PartialEq)]
struct Tables {
    /// Cards of a full shoe, by number.
    full: [u16; NUMBERS],
    /// By boldness and rank: the chance that a row beats a rival's, a tie counting half.
    row: [[f32; ROW_RANKS]; BOLDNESS],
    /// By boldness and numbers, suits and misfires drawn anew: the same.
    rough: Vec<[f32; BOLDNESS]>,
}

/// Weighs every legal action by the expected change of its chance at each quarter of the pot,
/// less the price, and bets by that chance and the pot odds.
#[derive(Clone, Debug)]
pub struct Weigher {
    tables: Arc<Tables>,
    /// What it remembers of the cards of earlier hands.
    recall: Recall,
    /// Whether it has staked a zinbiddle bet on this hand.
    staked: bool,
}

impl PartialEq for Weigher {
    fn eq(&self, other: &Weigher) -> bool {
        self.recall == other.recall && self.tables == other.tables
    }
}

impl Tables {
    fn new(rules: &Rules) -> Tables {
        let deck = rules.deck();
        let ranks = Ranks::get();
        let mut full = [0; NUMBERS];
        deck.iter().enumerate().for_each(|(kind, &count)| full[number(kind)] += count);
        let kinds: Vec<usize> = (4..KINDS).filter(|&kind| deck[kind] > 0).collect();
        let cards: f64 = kinds.iter().map(|&kind| f64::from(deck[kind])).sum();
        // Weights of rows without a misfire by rank, and by numbers and rank.
        let mut weights = vec![[0.0_f64; ROW_RANKS]; ROWS];
        let mut dealt = [0.0_f64; ROW_RANKS];
        for &a in &kinds {
            for &b in &kinds {
                for &c in &kinds {
                    for &d in &kinds {
                        let row = [a, b, c, d];
                        let rank = usize::from(ranks.row(row.map(Card::of_kind)));
                        let share = |kind: usize| f64::from(deck[kind]) / cards;
                        let weight: f64 = row.into_iter().map(share).product();
                        dealt[rank] += weight;
                        weights[rough_index(row.map(|kind| number(kind) as u8))][rank] += weight;
                    }
                }
            }
        }
        let mut row = [[0.0_f32; ROW_RANKS]; BOLDNESS];
        let mut below = 0.0;
        for rank in 1..ROW_RANKS {
            let chance = below + dealt[rank] / 2.0;
            below += dealt[rank];
            for (bold, row) in row.iter_mut().enumerate() {
                row[rank] = chance.powf(1.0 + guess::BOLD_ROW * bold as f64) as f32;
            }
        }
        // A number not known is any of the five.
        let mut sums = weights;
        for place in 0..4 {
            let step = NUMBERS.pow(3 - place);
            for index in (0..ROWS).filter(|index| (index / step).is_multiple_of(NUMBERS)) {
                for number in 1..NUMBERS {
                    let part = sums[index + number * step];
                    sums[index].iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
                }
            }
        }
        let rough = sums
            .iter()
            .map(|sums| {
                let all: f64 = sums.iter().sum();
                let mean = |row: &[f32; ROW_RANKS]| {
                    let sum: f64 = sums.iter().zip(row).map(|(w, &f)| w * f64::from(f)).sum();
                    if all > 0.0 { (sum / all) as f32 } else { 0.0 }
                };
                std::array::from_fn(|bold| mean(&row[bold]))
            })
            .collect();
        Tables { full, row, rough }
    }
}

/// The number of a kind.
#[inline]
fn number(kind: usize) -> usize {
    kind >> 2
}

#[inline]
fn rough_index([a, b, c, d]: [u8; 4]) -> usize {
    let [a, b, c, d] = [a, b, c, d].map(usize::from);
    ((a * NUMBERS + b) * NUMBERS + c) * NUMBERS + d
}

/// What it believes: by shoe level, how likely the next card has each number.
#[derive(Clone, Copy)]
struct Belief {
    /// Of all cards.
    next: [[f32; NUMBERS]; LEVELS],
    /// Of cards without misfires.
    good: [[f32; NUMBERS]; LEVELS],
    /// Cards of the first shoe.
    first: f32,
}

/// How the table stands against it.
struct Field {
    /// Rivals still in: how likely a playable pyramid, and how bold.
    rivals: [(f32, usize); MAX_PLAYERS],
    count: usize,
    /// No rival has a playable pyramid.
    nobody: f32,
    /// By flank and rank: the chance to win it.
    flank: [[f32; FLANK_RANKS]; 2],
    /// By flank and run.
    run: [[f32; RUNS]; 2],
}

/// How likely so many misfires can be mended with the actions left.
struct Mending {
    /// By misfires in the pyramid now, and actions used from here on, 0 or 1.
    whole: [[f32; 2]; PLACES + 2],
    /// The same, with an action to spare.
    spare: [[f32; 2]; PLACES + 2],
    /// Repairs that are still needed for cards to come.
    later: f32,
    /// Replacements that one repair takes.
    each: f32,
}

/// The chance of each number of cards that must be replaced, up to the most that can be.
type Needs = [f32; MAX_ACTIONS + 1];

/// One more misfire: each replacement is one again with chance `q`.
#[inline]
fn one_more(needs: &Needs, q: f32, most: usize) -> Needs {
    let mut more = [0.0; MAX_ACTIONS + 1];
    for i in 1..=most {
        more[i] = (1.0 - q) * needs[i - 1] + q * more[i - 1];
    }
    more
}

/// One more card to come.
#[inline]
fn one_to_come(needs: &Needs, q: f32, most: usize) -> Needs {
    let mut all = one_more(needs, q, most);
    for i in 0..=most {
        all[i] = q * all[i] + (1.0 - q) * needs[i];
    }
    all
}

/// How often the suits of a run of cards make each of its ranks.
const SUITS: [&[f32]; 5] = [
    &[],
    &[1.0],
    &[0.25, 0.75],
    &[0.5625, 0.0625, 0.375],
    &[0.703_125, 0.187_5, 0.015_625, 0.093_75],
];
/// The lowest rank of each run.
const RUN_RANKS: [usize; RUNS] = [4, 9, 14, 17, 3, 7, 11, 2, 5, 1];
/// The length of each run.
const RUN_LENGTHS: [usize; RUNS] = [1, 2, 3, 4, 1, 2, 3, 1, 2, 1];

/// How likely a flank, from the capstone down, comes to each run; a number 0 is a card to come.
#[inline(always)]
fn runs(numbers: [u8; 4], good: &[[f32; NUMBERS]; LEVELS]) -> [f32; RUNS] {
    let fits = |i: usize, need: usize| match numbers[i] {
        0 => good[3 - i][need] + good[3 - i][5],
        5 => 1.0,
        number => f32::from(u8::from(usize::from(number) == need)),
    };
    let mut chances = [0.0; RUNS];
    let mut from = |start: usize, weight: f32| {
        let mut left = weight;
        let at = RUN_STARTS[start];
        for length in 1..=4 - start {
            let goes_on = left * fits(length, start + length);
            chances[at + length - 1] += left - goes_on;
            left = goes_on;
        }
        chances[at + 4 - start] += left;
    };
    match numbers[0] {
        0 => {
            from(1, good[3][1] + good[3][5]);
            (2..=4).for_each(|start| from(start, good[3][start]));
        }
        5 => {
            // The start that goes on furthest, the lower the better.
            let reach = |start: usize| {
                let mut sum = 0.0;
                let mut left = 1.0;
                for length in 1..=4 - start {
                    left *= fits(length, start + length);
                    sum += left;
                }
                sum
            };
            let best = (2..=3).fold((1, reach(1)), |best, start| {
                let found = reach(start);
                if found > best.1 { (start, found) } else { best }
            });
            from(best.0, 1.0);
        }
        start => from(usize::from(start), 1.0),
    }
    chances
}

/// The numbers of a line; misfires and places without a card are 0.
#[inline]
fn numbers(pyramid: &Pyramid, line: Line, known: u16) -> [u8; 4] {
    line.places().map(|place| {
        let number = pyramid.card(place).number() as u8;
        if known >> place.index() & 1 == 1 { number } else { 0 }
    })
}

/// Betting units still to come after this round, in units of money.
#[inline]
fn units_after(view: &View<'_>) -> f32 {
    let units = &view.rules().bet_units[(view.round() + 1).min(ROUNDS)..];
    units.iter().sum::<u32>() as f32 * UNITS_PER_ANTE as f32
}

/// The places dealt up to a level, as bits.
const fn dealt(levels: usize) -> u16 {
    if levels == 0 { 0 } else { (1 << Place::up_to(levels - 1)) - 1 }
}

impl Weigher {
    /// A seat at a table of these rules, with or without memory of earlier hands.
    pub fn new(rules: &Rules, counts: bool) -> Weigher {
        let memory = if counts { Memory::Full } else { Memory::None };
        Weigher::remembering(rules, Recall::new(memory))
    }

    /// A seat that remembers so much of earlier hands.
    pub fn remembering(rules: &Rules, recall: Recall) -> Weigher {
        Weigher { tables: Arc::new(Tables::new(rules)), recall, staked: false }
    }

    /// The cards that it takes to be in the shoes still, by number.
    #[inline]
    fn stock(&self, view: &View<'_>, shoes: usize) -> [[f32; NUMBERS]; LEVELS] {
        let full = self.tables.full.map(f32::from);
        let mut left = [full; LEVELS];
        if self.recall.memory == Memory::None {
            view.shown_now().for_each(|(shoe, card)| left[shoe][card.number() as usize] -= 1.0);
            hole_cards(view).for_each(|card| left[0][card.number() as usize] -= 1.0);
            return left;
        }
        let by_number = |kinds: &[u16; KINDS]| {
            let mut counts = [0; NUMBERS];
            kinds.iter().enumerate().for_each(|(kind, &count)| counts[number(kind)] += count);
            counts
        };
        for (shoe, left) in left[..shoes].iter_mut().enumerate() {
            let Known { table, noticed, gone, .. } = view.known(shoe);
            let known = Known {
                full: self.tables.full,
                table: by_number(&table),
                noticed: by_number(&noticed),
                gone,
            };
            *left = self.recall.memory.weights(shoe, &known).map(|weight| weight as f32);
        }
        left
    }

    /// What it believes of the shoes.
    #[inline]
    fn belief(&self, view: &View<'_>) -> Belief {
        let full = self.tables.full.map(f32::from);
        let per_level = view.rules().shoes == Shoes::PerLevel;
        let shoes = if per_level { LEVELS } else { 1 };
        let left = self.stock(view, shoes);
        let mut belief = Belief { next: [[0.0; 6]; LEVELS], good: [[0.0; 6]; LEVELS], first: 0.0 };
        for shoe in 0..LEVELS {
            if shoe >= shoes {
                belief.next[shoe] = belief.next[0];
                belief.good[shoe] = belief.good[0];
                continue;
            }
            // A shoe that is about to be filled up again is taken to be full.
            let mut counts = left[shoe].map(|count| count.max(0.0));
            if counts[1..].iter().sum::<f32>() <= 0.0 {
                counts = full;
            }
            let all: f32 = counts.iter().sum();
            // A shoe may hold nothing but misfires.
            let good = (all - counts[0]).max(f32::MIN_POSITIVE);
            if shoe == 0 {
                belief.first = all;
            }
            let (all, good) = (1.0 / all, 1.0 / good);
            belief.next[shoe] = counts.map(|count| count * all);
            belief.good[shoe] = counts.map(|count| count * good);
            belief.good[shoe][0] = 0.0;
        }
        belief
    }

    /// What it makes of its rivals.
    #[inline]
    fn field(&self, view: &View<'_>, belief: &Belief) -> Field {
        let mut field = Field {
            rivals: [(0.0, 0); MAX_PLAYERS],
            count: 0,
            nobody: 1.0,
            flank: [[1.0; FLANK_RANKS]; 2],
            run: [[0.0; RUNS]; 2],
        };
        let levels = view.levels();
        let over = view.round() + 1 >= ROUNDS;
        let mut to_come = [1.0; MAX_ACTIONS + 1];
        to_come[1..].fill(0.0);
        let most = usize::from(view.rules().pilot_actions);
        for level in levels..LEVELS {
            for _ in Place::of_level(level) {
                to_come = one_to_come(&to_come, belief.next[level][0], most);
            }
        }
        let mut others = view.still_in() & !(1 << view.seat());
        while others != 0 {
            let seat = others.trailing_zeros() as usize;
            others &= others - 1;
            let up = view.face_up(seat);
            let shown = view.shown_pyramid(seat);
            let mut needs = to_come;
            // Misfires that lie open, and those among the hole cards.
            let open = shown.misfire_places() & up;
            let mut left = usize::from(view.actions_left(seat));
            let acted = view.actions_left(seat) < view.rules().pilot_actions;
            let old = open & dealt(levels - 1);
            if over || (old != 0 && !acted) {
                left = 0;
            }
            for _ in 0..open.count_ones() {
                needs = one_more(&needs, belief.next[0][0], most);
            }
            let hidden = (!up & 0xf).count_ones();
            let q = belief.next[0][0] * if acted { guess::HIDDEN } else { 1.0 };
            for _ in 0..hidden {
                needs = one_to_come(&needs, q, most);
            }
            let mut whole: f32 = needs[..=left].iter().sum();
            let bold = view.bold(seat).count_ones();
            for _ in 0..bold {
                whole = 1.0 - (1.0 - whole) * guess::BOLD_MISFIRE;
            }
            if over && open != 0 {
                whole = 0.0;
            }
            field.rivals[field.count] = (whole, (bold as usize).min(BOLDNESS - 1));
            field.count += 1;
            field.nobody *= 1.0 - whole;
            let spare =
                if !over && left > open.count_ones() as usize { guess::BETTER_FLANK } else { 0.0 };
            for (flank, line) in [Line::Port, Line::Starboard].into_iter().enumerate() {
                let chances = runs(numbers(shown, line, up), &belief.good);
                let mut pmf = [0.0; FLANK_RANKS];
                for run in 0..RUNS {
                    for (i, share) in SUITS[RUN_LENGTHS[run]].iter().enumerate() {
                        pmf[RUN_RANKS[run] + i] += chances[run] * share;
                    }
                }
                let mut below = 0.0;
                for rank in 1..FLANK_RANKS {
                    let beats = below + 0.5 * pmf[rank];
                    below += pmf[rank];
                    // Partly the square: the rival may still better itself.
                    let beats = beats * (1.0 - spare + spare * beats);
                    field.flank[flank][rank] *= 1.0 - whole + whole * beats;
                }
            }
        }
        for (flank, run) in field.run.iter_mut().enumerate() {
            for (i, value) in run.iter_mut().enumerate() {
                let ranks = &field.flank[flank][RUN_RANKS[i]..];
                *value =
                    SUITS[RUN_LENGTHS[i]].iter().zip(ranks).map(|(share, rank)| share * rank).sum();
            }
        }
        field
    }

    /// How its misfires can be mended.
    #[inline]
    fn mending(&self, view: &View<'_>, belief: &Belief, misfires: usize) -> Mending {
        let levels = view.levels();
        let over = view.round() + 1 >= ROUNDS;
        let most = if over { 0 } else { usize::from(view.actions_left(view.seat())) };
        let mut needs = [0.0; MAX_ACTIONS + 1];
        needs[0] = 1.0;
        let mut later = 0.0;
        for level in levels..LEVELS {
            for _ in Place::of_level(level) {
                let q = belief.next[level][0];
                needs = one_to_come(&needs, q, most);
                later += q;
            }
        }
        let q = belief.next[..levels].iter().map(|next| next[0]).sum::<f32>() / levels as f32;
        let mut whole = [[0.0; 2]; PLACES + 2];
        let mut spare = [[0.0; 2]; PLACES + 2];
        for count in 0..=(misfires + 1).min(PLACES) {
            let up_to = |most: usize| needs[..most].iter().sum::<f32>();
            whole[count] = [up_to(most + 1), up_to(most)];
            spare[count] = [up_to(most), up_to(most.saturating_sub(1))];
            needs = one_more(&needs, q, most);
        }
        Mending { whole, spare, later, each: 1.0 / (1.0 - q) }
    }

    /// The chance to win the row.
    #[inline]
    fn row(&self, field: &Field, pyramid: &Pyramid, exact: bool, view: &View<'_>) -> f32 {
        let rank = if exact { view.ranks().row_of(pyramid) } else { 0 };
        let rough = || &self.tables.rough[rough_index(numbers(pyramid, Line::Row, 0xf))];
        let mut chance = 1.0;
        for &(whole, bold) in &field.rivals[..field.count] {
            let beats = match rank {
                0 => rough()[bold],
                _ => self.tables.row[bold][usize::from(rank)],
            };
            chance *= 1.0 - whole + whole * beats;
        }
        chance
    }

    /// The chance to win a flank.
    #[inline]
    fn flank(
        field: &Field,
        belief: &Belief,
        pyramid: &Pyramid,
        line: Line,
        exact: bool,
        view: &View<'_>,
    ) -> f32 {
        let flank = usize::from(line == Line::Starboard);
        if exact && view.levels() == LEVELS {
            let rank = view.ranks().line_of(line, pyramid);
            if rank > 0 {
                return field.flank[flank][usize::from(rank >> 1)];
            }
        }
        let chances = runs(numbers(pyramid, line, dealt(view.levels())), &belief.good);
        chances.iter().zip(&field.run[flank]).map(|(chance, value)| chance * value).sum()
    }

    /// The chance at each line of a playable pyramid; lines not named in `which` are kept.
    #[inline]
    fn lines(
        &self,
        (view, belief, field): (&View<'_>, &Belief, &Field),
        pyramid: &Pyramid,
        exact: bool,
        known: [f32; 3],
        which: u8,
    ) -> [f32; 3] {
        let mut lines = known;
        if which & 1 != 0 {
            lines[0] = self.row(field, pyramid, exact, view);
        }
        if which & 2 != 0 {
            lines[1] = Weigher::flank(field, belief, pyramid, Line::Port, exact, view);
        }
        if which & 4 != 0 {
            lines[2] = Weigher::flank(field, belief, pyramid, Line::Starboard, exact, view);
        }
        lines
    }
}

impl Field {
    /// The share of the pot that a playable pyramid can expect, by its chance at each line.
    #[inline]
    fn share(&self, lines: [f32; 3]) -> f32 {
        let sum: f32 = lines.iter().sum();
        let rest = 1.0 - self.nobody;
        if rest <= 0.0 {
            return 1.0;
        }
        let [a, b, c] = lines.map(|line| (line - self.nobody) / rest);
        let two = a * b + a * c + b * c - 2.0 * a * b * c;
        (sum + self.nobody + rest * two) / 4.0
    }
}

/// The lines that a place is part of: 1 the row, 2 port, 4 starboard.
const LINES_OF: [u8; PLACES] = [3, 1, 1, 5, 2, 4, 2, 4, 6];

/// What it makes of a situation.
struct Situation {
    belief: Belief,
    field: Field,
    mending: Mending,
    misfires: usize,
    /// The share that it can expect.
    share: f32,
    lines: [f32; 3],
}

impl Weigher {
    #[inline]
    fn situation(&self, view: &View<'_>, pyramid: &Pyramid) -> Situation {
        let belief = self.belief(view);
        let field = self.field(view, &belief);
        let misfires = (pyramid.misfire_places() & dealt(view.levels())).count_ones() as usize;
        let mending = self.mending(view, &belief, misfires);
        let lines = self.lines((view, &belief, &field), pyramid, true, [0.0; 3], 7);
        let share = field.share(lines) * mending.whole[misfires][0];
        Situation { belief, field, mending, misfires, share, lines }
    }

    /// The price of an action at the next level.
    #[inline]
    fn next_price(view: &View<'_>) -> f32 {
        let levels = view.levels();
        view.price() as f32 * (levels + 1).min(LEVELS) as f32 / levels as f32
    }
}

impl Player for Weigher {
    fn error_rate(&self) -> u32 {
        self.recall.error_rate
    }

    #[inline]
    fn side_bet(&mut self, view: &View<'_>) -> Answer {
        let pays = view.rules().zinbiddle_pays as f32;
        let belief = self.belief(view);
        let next = &belief.next[0];
        // Four of a number, Sixes counting, with little regard to what the others take out.
        let left = belief.first;
        let wild = next[5] * left;
        let four = |count: f32| {
            let ways = count * (count - 1.0) * (count - 2.0) * (count - 3.0);
            if count > 3.0 {
                ways / (left * (left - 1.0) * (left - 2.0) * (left - 3.0))
            } else {
                0.0
            }
        };
        let natural: f32 =
            (1..5).map(|number| four(next[number] * left + wild)).sum::<f32>() - 3.0 * four(wild);
        self.staked = natural * (pays + 1.0) > guess::SIDE_BET;
        if self.staked { Answer::Yes } else { Answer::No }
    }

    #[inline]
    fn zinbiddle(&mut self, view: &View<'_>) -> Answer {
        if self.staked && view.rules().side_bet > 0 {
            return Answer::Yes;
        }
        let Some(pyramid) = view.own_so_far() else { return Answer::Yes };
        let found = self.situation(view, pyramid);
        let n = view.rivals() as f32 + 1.0;
        let after = guess::BETS_MADE * units_after(view);
        let play = found.share * (view.pot() as f32 + after * n) - after;
        if play > view.pot() as f32 { Answer::No } else { Answer::Yes }
    }

    #[inline]
    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        let n = view.rivals() as f32 + 1.0;
        let call = view.to_call() as f32;
        let Some(pyramid) = view.own_so_far() else {
            // Who folds later has paid for the blind round.
            return BetChoice::Do(if call > 0.0 { Bet::Call } else { Bet::Bet });
        };
        let found = self.situation(view, pyramid);
        let share = found.share;
        if call == 0.0 {
            return BetChoice::Do(if share * n > guess::TO_BET { Bet::Bet } else { Bet::Check });
        }
        if view.can_raise() && share * n > guess::TO_RAISE + guess::PER_RAISE * view.raises() as f32
        {
            return BetChoice::Do(Bet::Raise);
        }
        let after = guess::BETS_MADE * units_after(view);
        let repairs = found.mending.each
            * (found.misfires as f32 + found.mending.later)
            * Weigher::next_price(view)
            * guess::REPAIRS;
        let value =
            share * (view.pot() as f32 + call + after * n) - (call + after) * guess::CALL - repairs;
        BetChoice::Do(if value >= 0.0 { Bet::Call } else { Bet::Fold })
    }

    #[inline]
    fn pilot(&mut self, view: &View<'_>) -> PilotChoice {
        let Some(pyramid) = view.own_so_far() else { return PilotChoice::Do(Pilot::Pass) };
        PilotChoice::Do(self.best_action(view, pyramid))
    }
}

impl Weigher {
    /// The legal action that gains most over passing, if one gains anything.
    #[inline]
    fn best_action(&self, view: &View<'_>, pyramid: &Pyramid) -> Pilot {
        let found = self.situation(view, pyramid);
        if found.share <= 0.0 {
            return Pilot::Pass;
        }
        let Situation { belief, field, mending, misfires, lines, .. } = &found;
        let (misfires, lines) = (*misfires, *lines);
        let levels = view.levels();
        let n = view.rivals() as f32 + 1.0;
        let kinds = &view.rules().action_kinds[levels - 1];
        let price = view.price() as f32;
        // The pot at the end, with the bets that may still come.
        let round = &view.rules().bet_units[view.round().min(ROUNDS)..];
        let bets = round.iter().sum::<u32>() as f32 * UNITS_PER_ANTE as f32;
        let pot = view.pot() as f32 + guess::BETS_WON * bets * n;
        let again = view.actions_now() > 1;
        let next = if again { price } else { Weigher::next_price(view) };
        let spare = if levels < LEVELS { guess::SPARE } else { 0.0 };
        // What a pyramid is worth with so many misfires and these chances, after `used` actions.
        let value = |lines: [f32; 3], misfires: usize, used: usize| {
            let whole = mending.whole[misfires][used];
            let share = field.share(lines) * whole + spare * mending.spare[misfires][used];
            let repairs =
                mending.each * (misfires as f32 + mending.later) * next * guess::REPAIRS * whole;
            share * pot - repairs
        };
        let part = 1.0 - view.rules().action_rake as f32;
        let pass = value(lines, misfires, 0);
        let cost = price * (1.0 - part * found.share);
        let mut best = (pass + cost, Pilot::Pass);
        let ground = (view, belief, field);
        if kinds.contains(&ActionKind::Replace) {
            let rough = self.lines(ground, pyramid, false, lines, 7);
            // Suits left aside on both sides.
            let bias = pass - value(rough, misfires, 0);
            for &place in &Place::ALL[..Place::up_to(levels - 1)] {
                let old = pyramid.card(place).is_misfire();
                if misfires > 0 && !old {
                    continue;
                }
                let shoe = match view.rules().replacement_from {
                    ReplacementFrom::CardLevel => place.level(),
                    ReplacementFrom::CurrentLevel => levels - 1,
                };
                let rest = misfires - usize::from(old);
                let mut sum = belief.next[shoe][0] * value(rough, rest + 1, 1);
                for number in 1..NUMBERS {
                    let chance = belief.next[shoe][number];
                    if chance > 0.0 {
                        let mut new = *pyramid;
                        new.put(place, Card::of_kind(4 * number));
                        let lines = self.lines(ground, &new, false, rough, LINES_OF[place.index()]);
                        sum += chance * value(lines, rest, 1);
                    }
                }
                if sum + bias > best.0 {
                    best = (sum + bias, Pilot::Replace(place));
                }
            }
        }
        let mut consider = |new: &Pyramid, which: u8, action: Pilot| {
            let lines = self.lines(ground, new, true, lines, which);
            let found = value(lines, misfires, 1);
            if found > best.0 {
                best = (found, action);
            }
        };
        if kinds.contains(&ActionKind::Transpose) {
            for (number, &(a, b)) in NEIGHBOURS.iter().enumerate() {
                if a.level() < levels && b.level() < levels {
                    let which = LINES_OF[a.index()] | LINES_OF[b.index()];
                    let new = pyramid.transposed((a, b));
                    consider(&new, which, Pilot::Transpose(number as u8));
                }
            }
        }
        let any = kinds.contains(&ActionKind::ResortLine);
        for line in Line::ALL {
            let open = match line {
                Line::Row => any || kinds.contains(&ActionKind::ResortRow),
                _ => any && levels == LEVELS,
            };
            if open {
                let which = if line == Line::Row { 6 } else { 7 };
                for order in (1..Order::WAYS).map(Order::from_index) {
                    // Of the row only what stands at its ends matters.
                    let [a, b, c, d] = order.old();
                    if line == Line::Row && (b > c || a == 0 && d == 3) {
                        continue;
                    }
                    consider(&pyramid.resorted(line, order), which, Pilot::Resort(line, order));
                }
            }
        }
        best.1
    }
}
