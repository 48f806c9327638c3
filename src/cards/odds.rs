//! A test that shoes and piles share.

use super::random::{Purpose, Seed, Stream};

/// The cards of a small pile, by kind.
pub const FULL: [u16; 6] = [1, 2, 3, 0, 1, 1];

/// Checks by chi-square that two cards drawn from [`FULL`] by `two` form each ordered pair with the
/// right frequency.
pub fn pairs_have_the_right_odds(mut two: impl FnMut(&mut Stream) -> [usize; 2]) {
    let n = 560_000_u64;
    let mut counts = [[0_u64; 6]; 6];
    for session in 0..n {
        let [first, second] = two(&mut Seed::new(3).round(session, 0).stream(Purpose::Deal));
        counts[first][second] += 1;
    }
    let (mut chi, mut cells) = (0.0, 0.0);
    for a in 0..6 {
        for b in 0..6 {
            let second = FULL[b] - u16::from(a == b && FULL[b] > 0);
            let ways = u64::from(FULL[a]) * u64::from(second);
            if ways == 0 {
                assert_eq!(counts[a][b], 0);
                continue;
            }
            let expected = (n * ways) as f64 / 56.0;
            chi += (counts[a][b] as f64 - expected).powi(2) / expected;
            cells += 1.0;
        }
    }
    assert!(chi < cells + 6.0 * (2.0_f64 * cells).sqrt(), "{chi} over {cells}");
}
