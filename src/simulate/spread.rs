//! The division of sessions into equal parts that are alike: anything that recurs every few
//! sessions, such as a first seat, recurs equally often in each part.

use crate::cards::random::GOLDEN;

/// The position of a session on a circle of 2^64: multiples of the golden ratio are spread evenly,
/// whatever the stride.
pub(super) fn position(session: u64) -> u64 {
    session.wrapping_mul(GOLDEN)
}

/// The index of the part that holds a position, with the circle divided into `parts`, and the
/// position within that part, which can be divided again.
pub(super) fn part(position: u64, parts: u64) -> (u64, u64) {
    let product = u128::from(position) * u128::from(parts);
    ((product >> u64::BITS) as u64, product as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With any number of players, every part has the same number of sessions with each first seat.
    #[test]
    fn first_seats_are_spread_over_all_parts() {
        const EACH: u64 = 1_000;
        for parts in [2, 5, 6, 64] {
            for players in 1..=8_u64 {
                let mut sessions = vec![[0_u64; 8]; parts as usize];
                for session in 0..EACH * parts * players {
                    let (part, _) = part(position(session), parts);
                    sessions[part as usize][(session % players) as usize] += 1;
                }
                let mut counts = sessions.iter().flat_map(|part| &part[..players as usize]);
                let even = counts.all(|count| count.abs_diff(EACH) <= EACH / 100);
                assert!(even, "{players} players in {parts} parts");
            }
        }
    }
}
