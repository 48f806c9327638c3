//! The division of a pot in which nobody has an Ion Barrage.

use super::MOST_SEATS;
use crate::games::zinbiddle::hand::PyramidRank;
use crate::games::zinbiddle::rules::Rules;
use std::array::from_fn;

/// Z11, Z13, Z14: divides the pot and the bonus where nobody has an Ion Barrage, and adds to
/// `taken` by place. Returns the number of playable pyramids and whether the fourth quarter was
/// won.
#[inline(always)]
pub(super) fn quarters<const PLAYERS: usize>(
    rules: &Rules,
    ranked: &[PyramidRank; PLAYERS],
    playable: [bool; PLAYERS],
    [pot, bonus]: [i64; 2],
    taken: &mut [i64; PLAYERS],
) -> (u8, bool) {
    let bits = rules.flank_bits();
    let quarter = pot / 4;
    let mut won = [0; PLAYERS];
    let lines = [
        ranked.map(|rank| rank.row),
        ranked.map(|rank| rank.port & bits),
        ranked.map(|rank| rank.starboard & bits),
    ];
    for ranks in lines {
        // An unplayable pyramid is worth nothing.
        let worths: [u8; PLAYERS] = from_fn(|place| ranks[place] * u8::from(playable[place]));
        let best = worths.iter().fold(1, |best, &worth| worth.max(best));
        let winners = worths.map(|worth| worth == best);
        let alone = share(quarter, winners, taken) == 1;
        for (won, winner) in won.iter_mut().zip(winners) {
            *won += u8::from(winner & (alone | rules.tie_counts));
        }
    }
    let count: u8 = playable.iter().map(|&playable| u8::from(playable)).sum();
    // Z11: a lone playable pyramid takes everything.
    let odd = if count == 1 { pot % 4 } else { 0 };
    let twice = share(quarter + bonus + odd, won.map(|lines| lines >= 2), taken);
    (count, twice > 0)
}

/// Shares an amount equally among some places. Returns their number.
#[inline(always)]
fn share<const PLAYERS: usize>(
    amount: i64,
    winners: [bool; PLAYERS],
    taken: &mut [i64; PLAYERS],
) -> u32 {
    const { assert!(PLAYERS <= MOST_SEATS) };
    let count: u32 = winners.iter().map(|&winner| u32::from(winner)).sum();
    // Division by 1, 2 or 4 is a shift.
    let each = if count == 3 { amount / 3 } else { amount >> (count >> 1) };
    for (taken, winner) in taken.iter_mut().zip(winners) {
        *taken += each * i64::from(winner);
    }
    count
}
