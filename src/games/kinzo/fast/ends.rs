//! How a round came out, as numbers: all that a round of charts leaves to settle.

use super::deal::{Group, House};
use crate::cards::random::Stream;
use crate::framework::TurnOrder;
use crate::games::kinzo::hand::{Fate, Roll};
use crate::games::kinzo::round::{Comparison, Outcome, Table};
use crate::games::kinzo::rules::{MAX_HANDS, MAX_PLAYERS, MatchPays, Rules, SplitDice, TieAtTally};

const FATES: usize = Fate::ALL.len();

/// The fates of a seat's hands, in ascending order, by a number: the fate itself for one hand, then
/// those of two, of three and of four.
#[derive(Debug)]
pub struct Ends {
    pub fates: Vec<Vec<Fate>>,
    pairs: [[u8; FATES]; FATES],
}

impl Ends {
    /// Those of so many hands at most.
    pub fn new(most_hands: usize) -> Ends {
        let mut fates: Vec<Vec<Fate>> = Fate::ALL.iter().map(|&fate| vec![fate]).collect();
        let mut from = 0;
        for _ in 1..most_hands {
            let known = fates.len();
            for at in from..known {
                let last = *fates[at].last().unwrap_or(&Fate::BustHigh);
                for &fate in Fate::ALL.iter().filter(|&&fate| fate >= last) {
                    let mut more = fates[at].clone();
                    more.push(fate);
                    fates.push(more);
                }
            }
            from = known;
        }
        let mut ends = Ends { fates, pairs: [[0; FATES]; FATES] };
        if most_hands > 1 {
            for (one, other) in Fate::ALL.iter().flat_map(|one| Fate::ALL.map(|other| (one, other)))
            {
                ends.pairs[*one as usize][other as usize] = ends.number(&[*one, other]);
            }
        }
        ends
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.fates.len()
    }

    fn number(&self, fates: &[Fate]) -> u8 {
        let mut sorted = [Fate::BustHigh; MAX_HANDS];
        let sorted = &mut sorted[..fates.len()];
        sorted.copy_from_slice(fates);
        sorted.sort_unstable();
        self.fates.iter().position(|known| known == sorted).unwrap_or_default() as u8
    }
}

/// How a round came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Came {
    /// The seat that was first.
    pub first: usize,
    /// The dealer's total.
    pub dealer: u32,
    /// Whether he could not draw (K11).
    pub ran_out: bool,
    /// By place in the turn order, a number of [`Ends`].
    pub ends: [u8; MAX_PLAYERS],
}

impl Came {
    pub const NONE: Came = Came { first: 0, dealer: 0, ran_out: false, ends: [0; MAX_PLAYERS] };

    pub fn of(outcome: &Outcome, turns: TurnOrder, ends: &Ends) -> Came {
        let mut numbers = [0; MAX_PLAYERS];
        for (place, seat) in turns.seats().enumerate() {
            numbers[place] = ends.number(outcome.fates(seat));
        }
        let Outcome { dealer, ran_out, .. } = *outcome;
        Came { first: turns.first, dealer, ran_out, ends: numbers }
    }

    /// The round, settled.
    pub fn settled<'t>(&self, ends: &Ends, table: &'t mut Table<'_>) -> &'t Outcome {
        table.settled(self.first, self.dealer, self.ran_out, |place| {
            &ends.fates[usize::from(self.ends[place])]
        })
    }
}

/// Rounds of a table as numbers, where they come out in few ways.
#[derive(Clone, Copy, Debug)]
pub struct Codes {
    kinds: usize,
    players: usize,
    lowest: usize,
    totals: usize,
}

impl Codes {
    /// `lowest` and `highest` are the dealer's totals.
    pub fn new(rules: &Rules, ends: &Ends, (lowest, highest): (u32, u32)) -> Codes {
        let (kinds, players) = (ends.len(), rules.players.into());
        let totals = (highest - lowest + 1) as usize;
        Codes { kinds, players, lowest: lowest as usize, totals }
    }

    /// How many there are; none where they would be many.
    pub fn number(self) -> usize {
        const FEW: usize = 1 << 16;
        let ends = self.kinds.saturating_pow(self.players as u32);
        Some(ends.saturating_mul(self.players * 2 * self.totals))
            .filter(|&codes| codes <= FEW)
            .unwrap_or(0)
    }

    /// The number of a round, where there are few: below that of all.
    #[inline]
    pub fn of(self, came: &Came) -> usize {
        let ran_out = if came.ran_out { self.totals } else { 0 };
        let rest = came.first * 2 * self.totals + came.dealer as usize - self.lowest + ran_out;
        let ends = came.ends[..self.players].iter();
        ends.fold(rest, |code, &end| code.wrapping_mul(self.kinds).wrapping_add(end.into()))
    }
}

impl House<'_> {
    /// How the round of a lane came out; `None` where the law has to play it.
    #[inline]
    pub fn came(&self, ends: &Ends, group: &Group, first: usize, lane: usize) -> Option<Came> {
        if group.doubtful >> lane & 1 == 1 {
            return None;
        }
        let numbers = if group.split >> lane & 1 == 1 {
            if self.rules.resplit {
                return None;
            }
            self.split_ends(ends, group, lane)?
        } else {
            let mut numbers = [0; MAX_PLAYERS];
            for place in 0..self.players() {
                numbers[place] = group.fates[place][lane] as u8;
            }
            numbers
        };
        Some(Came { first, dealer: group.dealer[lane] as u32, ran_out: false, ends: numbers })
    }

    /// K12, K13 for a lane in which somebody split; `None` where a draw may have to be rejected.
    #[inline]
    fn split_ends(&self, ends: &Ends, group: &Group, lane: usize) -> Option<[u8; MAX_PLAYERS]> {
        const GOES_ON: u8 = Fate::Unrolled as u8;
        let rules = self.rules;
        let players = self.players();
        let dealer = group.dealer[lane] as u32;
        let ends_round = rules.match_pays != MatchPays::Own;
        let mut fates = [[0; 2]; MAX_PLAYERS];
        let mut over = false;
        for place in 0..players {
            let totals = [group.totals[place][lane], group.seconds[place][lane]];
            for hand in 0..2 {
                if hand == 1 && totals[1] == 0 {
                    break;
                }
                fates[place][hand] = match Comparison::at_tally(rules, totals[hand] as u32, dealer)
                {
                    Comparison::High => Fate::BustHigh,
                    Comparison::Doubled => Fate::BustDoubled,
                    Comparison::In => Fate::Unrolled,
                    Comparison::Equal => match rules.tie_at_tally {
                        TieAtTally::Continue => Fate::Unrolled,
                        TieAtTally::Push => Fate::Push,
                        TieAtTally::Match if over => Fate::Unrolled,
                        TieAtTally::Match => {
                            over = ends_round;
                            Fate::ExactMatch
                        }
                    },
                } as u8;
            }
        }
        let mut numbers = [0; MAX_PLAYERS];
        for place in 0..players {
            let totals = [group.totals[place][lane], group.seconds[place][lane]];
            let hands = if totals[1] == 0 { 1 } else { 2 };
            let mut rolled = 0;
            for hand in 0..hands {
                if over || fates[place][hand] != GOES_ON {
                    continue;
                }
                let draw = match rules.split_dice {
                    SplitDice::PerHand => rolled,
                    SplitDice::PerPlayer => 0,
                };
                rolled += 1;
                let product = u32::from(group.dice[place][draw][lane]) * Roll::WAYS;
                if product & 0xffff < 2 * (Stream::MAX_BOUND % Roll::WAYS) {
                    return None;
                }
                let roll = Roll::from_number(product >> 16);
                let total = totals[hand] as u32 + roll.total();
                let fate = match Comparison::after_dice(rules, total, dealer) {
                    Comparison::High => Fate::BustHigh,
                    Comparison::Doubled => Fate::BustDoubled,
                    Comparison::In => Fate::Survive,
                    Comparison::Equal => Fate::ExactMatch,
                };
                fates[place][hand] = fate as u8;
                over = fate == Fate::ExactMatch && ends_round;
            }
            let [one, other] = fates[place];
            numbers[place] =
                if hands == 1 { one } else { ends.pairs[usize::from(one)][usize::from(other)] };
        }
        Some(numbers)
    }
}
