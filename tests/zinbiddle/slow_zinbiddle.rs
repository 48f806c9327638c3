//! A second, slow Zinbiddle, written from the rules text alone and sharing no code with the engine
//! it is compared with: ranks by trying every reading of the wild cards, hands of players who check
//! everything and call every natural zinbiddle. Rule ids are those of the rules document.
#![allow(dead_code)]

use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

/// A card of the slow ranking: a number and a suit, or `None` for the wild card.
pub type Slow = Option<(u32, u32)>;

/// Every way to read the wild cards of a line.
fn readings(line: &[Slow; 4]) -> Vec<[(u32, u32); 4]> {
    let mut found = vec![Vec::new()];
    for card in line {
        let choices: Vec<(u32, u32)> = match card {
            Some(card) => vec![*card],
            None => (1..=4).flat_map(|n| (0..4).map(move |s| (n, s))).collect(),
        };
        found = found
            .into_iter()
            .flat_map(|begun: Vec<(u32, u32)>| {
                choices.iter().map(move |&card| [begun.clone(), vec![card]].concat())
            })
            .collect();
    }
    found.into_iter().map(|line| line.try_into().unwrap()).collect()
}

/// The number of cards of each suit, largest first: [1,1,1,1] is a rainbow.
fn suit_shape(cards: &[(u32, u32)]) -> Vec<usize> {
    let mut shape: Vec<usize> =
        (0..4).map(|suit| cards.iter().filter(|card| card.1 == suit).count()).collect();
    shape.retain(|&count| count > 0);
    shape.sort();
    shape.reverse();
    shape
}

/// Z12, larger is better. Four of a kind: number, then the suits.
pub fn slow_row(line: &[(u32, u32); 4]) -> Vec<u32> {
    let mut groups: Vec<(u32, u32)> = (1..=4)
        .map(|n| (line.iter().filter(|card| card.0 == n).count() as u32, n))
        .filter(|&(count, _)| count > 0)
        .collect();
    groups.sort();
    groups.reverse();
    let counts: Vec<u32> = groups.iter().map(|group| group.0).collect();
    let category = match counts.as_slice() {
        [4] => 5,
        [3, 1] => 4,
        [2, 2] => 3,
        [2, 1, 1] => 2,
        [1, 1, 1, 1] => 1,
        _ => unreachable!(),
    };
    let mut key = vec![category];
    key.extend(groups.iter().map(|group| group.1));
    if category == 5 {
        key.push(match suit_shape(line).as_slice() {
            [1, 1, 1, 1] => 3,
            [4] => 2,
            [3, 1] => 1,
            _ => 0,
        });
    }
    key
}

/// Z13, larger is better.
pub fn slow_flank(line: &[(u32, u32); 4]) -> Vec<u32> {
    let mut run = vec![line[0]];
    for card in &line[1..] {
        if card.0 != run[run.len() - 1].0 + 1 {
            break;
        }
        run.push(*card);
    }
    let shape = suit_shape(&run);
    let suits = match (run.len(), shape.as_slice()) {
        (4, [1, 1, 1, 1]) | (3, [1, 1, 1]) | (2, [1, 1]) => 3,
        (4, [4]) | (3, [3]) | (2, [2]) => 2,
        (4, [3, 1]) => 1,
        _ => 0,
    };
    vec![run.len() as u32, 10 - line[0].0, suits]
}

/// The key of the best reading of a line; empty for a misfire.
pub fn slow(line: &[Slow; 4], key: impl Fn(&[(u32, u32); 4]) -> Vec<u32>) -> Vec<u32> {
    if line.iter().any(|card| card.is_some_and(|card| card.0 == 0)) {
        return Vec::new();
    }
    readings(line).iter().map(key).max().unwrap()
}

/// The rules of the slow table: those that matter without bets and actions.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub players: usize,
    pub sets: u32,
    pub misfires_per_suit: u32,
    /// Of each suit, the numbers 1 to 4.
    pub copies: [usize; 4],
    /// Z19: antes for a call, a showdown, a playable pyramid, a fourth quarter.
    pub bonuses: [i64; 4],
    pub from_table: bool,
    pub vermilion_sixes: u32,
    pub per_level: bool,
    pub tie_counts: bool,
    pub bonus: bool,
    pub all_flanks: bool,
    pub hands: usize,
}

/// The result of a session: by position (0 acts first) and event, money in units.
#[derive(Clone, Debug, Default)]
pub struct Session {
    pub nets: Vec<f64>,
    pub squares: Vec<f64>,
    /// Called, showdown, nobody playable, one playable, bonus won, bonus carried.
    pub events: [f64; 6],
    pub house: f64,
}

fn shoe(rules: &Rules) -> Vec<Slow> {
    let mut cards: Vec<Slow> = vec![None; rules.vermilion_sixes as usize];
    for suit in 0..4 {
        for _ in 0..rules.sets {
            for (number, copies) in (1..=4).zip(rules.copies) {
                cards.extend(vec![Some((number, suit)); copies]);
            }
            cards.extend((0..rules.misfires_per_suit).map(|_| Some((0, suit))));
        }
    }
    cards
}

/// Plays a session that shuffles every hand.
pub fn session(rules: &Rules, generator: &mut Pcg64Mcg) -> Session {
    const ANTE: i64 = 840;
    let players = rules.players;
    let mut result =
        Session { nets: vec![0.0; players], squares: vec![0.0; players], ..Session::default() };
    let mut carry = 0;
    for hand in 0..rules.hands {
        // Z14: the carry is in the pot, or waits for a fourth quarter.
        let mut pot = ANTE * players as i64 + if rules.bonus { 0 } else { carry };
        let bonus = if rules.bonus { carry } else { 0 };
        carry = bonus;
        let mut won = vec![0; players];
        let mut happened = vec![[0; 4]; players];
        // Z3: thrusters, shields, gunners, capstone of each player from their shoes.
        let mut levels: Vec<Vec<Slow>> = Vec::new();
        for _ in 0..if rules.per_level { 4 } else { 1 } {
            let mut cards = shoe(rules);
            cards.shuffle(generator);
            levels.push(cards);
        }
        let mut draw = |level: usize| {
            let of = if rules.per_level { level } else { 0 };
            levels[of].pop().unwrap()
        };
        let pyramids: Vec<[[Slow; 4]; 3]> = (0..players)
            .map(|_| {
                let t: Vec<Slow> = (0..4).map(|_| draw(0)).collect();
                let (s1, s2, g1, g2, c) = (draw(1), draw(1), draw(2), draw(2), draw(3));
                [[t[0], t[1], t[2], t[3]], [c, g1, s1, t[0]], [c, g2, s2, t[3]]]
            })
            .collect();
        let row = |p: &[[Slow; 4]; 3]| slow(&p[0], slow_row);
        // Z10: the first natural is called.
        if let Some(caller) = pyramids.iter().position(|p| row(p).first() == Some(&5)) {
            result.events[0] += 1.0;
            won[caller] += std::mem::take(&mut pot);
            happened[caller][0] = 1;
        } else {
            result.events[1] += 1.0;
            let flank = |p: &[[Slow; 4]; 3], i: usize| {
                let mut key = slow(&p[i], slow_flank);
                if rules.all_flanks && !key.is_empty() {
                    key.push(u32::from(p[i][0].is_none()));
                }
                key
            };
            let keys: Vec<[Vec<u32>; 3]> =
                pyramids.iter().map(|p| [row(p), flank(p, 1), flank(p, 2)]).collect();
            let playable: Vec<usize> =
                (0..players).filter(|&i| keys[i].iter().all(|key| !key.is_empty())).collect();
            happened.iter_mut().for_each(|seat| seat[1] = 1);
            playable.iter().for_each(|&i| happened[i][2] = 1);
            match playable.as_slice() {
                // Z11
                [] => {
                    result.events[2] += 1.0;
                    carry += pot;
                }
                &[alone] => {
                    result.events[3] += 1.0;
                    won[alone] += pot + bonus;
                    carry -= bonus;
                }
                // Without a natural in the row there is no Ion Barrage.
                _ => {
                    let quarter = pot / 4;
                    let mut left = pot;
                    let mut lines = vec![0; players];
                    for line in 0..3 {
                        let best = playable.iter().map(|&i| &keys[i][line]).max().unwrap();
                        let winners: Vec<usize> =
                            playable.iter().copied().filter(|&i| keys[i][line] == *best).collect();
                        for &i in &winners {
                            won[i] += quarter / winners.len() as i64;
                            left -= quarter / winners.len() as i64;
                            lines[i] += usize::from(winners.len() == 1 || rules.tie_counts);
                        }
                    }
                    let fourth: Vec<usize> = (0..players).filter(|&i| lines[i] >= 2).collect();
                    if !fourth.is_empty() {
                        result.events[4] += 1.0;
                        for &i in &fourth {
                            let part = (quarter + bonus) / fourth.len() as i64;
                            won[i] += part;
                            left -= part;
                            happened[i][3] = 1;
                        }
                    } else {
                        result.events[5] += 1.0;
                    }
                    carry += left;
                }
            }
        }
        for (i, happened) in happened.iter().enumerate() {
            for (amount, hits) in rules.bonuses.iter().zip(happened) {
                let units = amount * hits * ANTE;
                let share = if rules.from_table { units / (players as i64 - 1) } else { 0 };
                won.iter_mut().for_each(|won| *won -= share);
                won[i] += share + units;
                result.house -= (units - share * (players as i64 - 1)) as f64;
            }
        }
        // Z17: the last hand's carry is shared.
        let last = hand + 1 == rules.hands;
        for (i, won) in won.iter().enumerate() {
            let net = won - ANTE + if last { carry / players as i64 } else { 0 };
            result.nets[i] += net as f64;
            result.squares[i] += (net * net) as f64;
        }
        if last {
            result.house += (carry % players as i64) as f64;
        }
    }
    result
}

/// Rules of a showdown of Ion Barrages.
#[derive(Clone, Copy, Debug)]
pub struct IonRules {
    pub tie_counts: bool,
    pub bonus: bool,
    /// `ion_only`, `all_flanks`, `never`.
    pub wild_cap_wins: &'static str,
    pub first_keeps_all: bool,
    pub ion_takes_all: bool,
    pub jackpot_must_beat: bool,
    /// In millionths.
    pub ion_share: i64,
    pub jackpot_seed: i64,
}

/// The result of a showdown, in units: by seat, its winnings, and its part from the jackpot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    pub won: Vec<i64>,
    pub from_jackpot: Vec<i64>,
    pub jackpot: i64,
    pub carry: i64,
    pub rest_taken: bool,
}

/// Step 12 with all seats in: `pyramids` are row, port, starboard by seat, `first` acts first.
pub fn showdown(
    rules: &IonRules,
    pyramids: &[[[Slow; 4]; 3]],
    first: usize,
    (pot, bonus, mut jackpot): (i64, i64, i64),
) -> Settled {
    let players = pyramids.len();
    let lines: Vec<[Vec<u32>; 3]> = pyramids
        .iter()
        .map(|p| [slow(&p[0], slow_row), slow(&p[1], slow_flank), slow(&p[2], slow_flank)])
        .collect();
    let capped = |i: usize| pyramids[i][1][0].is_none();
    let playable: Vec<usize> =
        (0..players).filter(|&i| lines[i].iter().all(|line| !line.is_empty())).collect();
    // Z18: a barrage of fours, and 1-2-3-4 in four suits on both sides.
    let rainbow = vec![4, 9, 3];
    let is_ion = |i: usize| lines[i] == [vec![5, 4, 3], rainbow.clone(), rainbow.clone()];
    let ions: Vec<usize> = (0..players).filter(|&i| is_ion(i)).collect();
    let sixes_win = rules.wild_cap_wins != "never";
    // Z14: of Ion Barrages that no Six puts first, only the one that comes first in turn order.
    let plain: Vec<usize> = (0..players)
        .map(|k| (first + k) % players)
        .filter(|&i| is_ion(i) && !(sixes_win && capped(i)))
        .collect();
    let too_late = |i: usize| rules.first_keeps_all && plain.iter().skip(1).any(|&late| late == i);
    let beaten =
        |i: usize| sixes_win && is_ion(i) && !capped(i) && ions.iter().any(|&other| capped(other));
    let mut won = vec![0; players];
    let mut carry = bonus;
    let mut all_to = |winners: Vec<usize>, won: &mut Vec<i64>| {
        let mut amount = pot;
        if winners.len() == 1 {
            amount += bonus;
            carry = 0;
        }
        for &i in &winners {
            won[i] += amount / winners.len() as i64;
        }
        carry += amount % winners.len() as i64;
    };
    if playable.is_empty() {
        carry += pot;
    } else if playable.len() == 1 {
        all_to(playable, &mut won);
    } else if rules.ion_takes_all && !ions.is_empty() {
        let best = ions.iter().copied().filter(|&i| !beaten(i) && !too_late(i)).collect();
        all_to(best, &mut won);
    } else {
        let quarter = pot / 4;
        let mut left = pot;
        let mut held = vec![0; players];
        for line in 0..3 {
            let key = |i: usize| {
                let mut key = lines[i][line].clone();
                key.push(u32::from(line > 0 && rules.wild_cap_wins == "all_flanks" && capped(i)));
                key
            };
            let best = playable.iter().map(|&i| key(i)).max().unwrap();
            let mut winners: Vec<usize> =
                playable.iter().copied().filter(|&i| key(i) == best).collect();
            if line > 0 && winners.iter().any(|&i| is_ion(i) && capped(i)) {
                winners.retain(|&i| !beaten(i));
            }
            if winners.iter().any(|&i| plain.first() == Some(&i)) {
                winners.retain(|&i| !too_late(i));
            }
            for &i in &winners {
                won[i] += quarter / winners.len() as i64;
                left -= quarter / winners.len() as i64;
                held[i] += usize::from(winners.len() == 1 || rules.tie_counts);
            }
        }
        let fourth: Vec<usize> = (0..players).filter(|&i| held[i] >= 2).collect();
        if !fourth.is_empty() {
            left += bonus;
            carry = 0;
        }
        for &i in &fourth {
            won[i] += (quarter + bonus) / fourth.len() as i64;
            left -= (quarter + bonus) / fourth.len() as i64;
        }
        carry += left;
    }
    // Z15
    let mut from_jackpot = vec![0; players];
    for &i in &ions {
        let part = jackpot * rules.ion_share / 1_000_000;
        from_jackpot[i] += part;
        jackpot -= part;
    }
    let beats_another = |_: usize| sixes_win && ions.iter().any(|&other| !capped(other));
    let takes = |i: &usize| capped(*i) && (!rules.jackpot_must_beat || beats_another(*i));
    let mut rest_taken = false;
    if let Some(&i) = ions.iter().find(|i| takes(i)) {
        rest_taken = jackpot > 0;
        from_jackpot[i] += std::mem::take(&mut jackpot);
    }
    if !ions.is_empty() {
        jackpot = jackpot.max(rules.jackpot_seed);
    }
    Settled { won, from_jackpot, jackpot, carry, rest_taken }
}
