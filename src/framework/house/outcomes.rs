//! Tallies equal outcomes together, because tallying a round takes longer than playing it.

use super::table::Outcome;

/// The maximum length of a cached outcome, in words: longer ones seldom recur.
const WORDS: usize = 14;
/// Entries of the cache, which is indexed by a hash of the words.
const PLACES: usize = 512;
const BITS: u32 = PLACES.trailing_zeros();

/// A cached outcome and its count.
#[derive(Clone, Copy, Debug)]
struct Kept {
    times: u32,
    /// The number of words in use.
    length: u32,
    /// The seat that acted first and whether a shoe ran out, in one word; the nets; the numbers of
    /// [`Outcome::happened`].
    words: [u32; WORDS],
}

/// A direct-mapped cache that counts equal outcomes.
#[derive(Debug)]
pub(super) struct Outcomes {
    kept: Box<[Kept]>,
}

impl Outcomes {
    pub fn new() -> Outcomes {
        let nothing = Kept { times: 0, length: 0, words: [0; WORDS] };
        Outcomes { kept: vec![nothing; PLACES].into() }
    }

    /// Counts a round. An outcome that must be tallied now, because it cannot be cached or is
    /// evicted by this one, goes to `tally` with its first seat and its count.
    #[inline]
    pub fn add(
        &mut self,
        first: usize,
        round: &Outcome,
        scratch: &mut Outcome,
        tally: impl FnOnce(usize, &Outcome, u64),
    ) {
        let Some((words, length)) = packed(first, round) else {
            return tally(first, round, 1);
        };
        let words_used = &words[..length];
        // Rotate, xor, multiply: FxHash.
        let step = |hash: u64, &word: &u32| {
            (hash.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x517c_c1b7_2722_0a95)
        };
        let hash = words_used.iter().fold(0, step);
        let kept = &mut self.kept[(hash >> (64 - BITS)) as usize];
        if kept.length as usize == length && kept.words[..length] == *words_used {
            kept.times += 1;
            return;
        }
        let before = std::mem::replace(kept, Kept { times: 1, length: length as u32, words });
        before.tell(scratch, tally);
    }

    /// Tallies everything still in the cache.
    pub fn finish(&self, scratch: &mut Outcome, mut tally: impl FnMut(usize, &Outcome, u64)) {
        self.kept.iter().for_each(|kept| kept.tell(scratch, &mut tally));
    }
}

impl Kept {
    #[cold]
    fn tell(&self, scratch: &mut Outcome, tally: impl FnOnce(usize, &Outcome, u64)) {
        if self.times == 0 {
            return;
        }
        scratch.clear();
        let (head, rest) = (self.words[0], &self.words[1..self.length as usize]);
        let (nets, happened) = rest.split_at(scratch.nets.len());
        scratch.ran_out = head & 1 == 1;
        for (net, &word) in scratch.nets.iter_mut().zip(nets) {
            *net = (word as i32).into();
            scratch.house -= *net;
        }
        scratch.happened.extend_from_slice(happened);
        tally((head >> 1) as usize, scratch, self.times.into());
    }
}

/// The words of an outcome and their number; `None` if there are too many, if a net does not fit in
/// 32 bits, or if the nets and the house's do not sum to zero.
#[inline]
fn packed(first: usize, round: &Outcome) -> Option<([u32; WORDS], usize)> {
    let (players, happened) = (round.nets.len(), round.happened.len());
    let length = 1 + players + happened;
    if length > WORDS {
        return None;
    }
    let mut words = [0; WORDS];
    words[0] = (first as u32) << 1 | u32::from(round.ran_out);
    let mut sum = round.house;
    for (word, &net) in words[1..].iter_mut().zip(&round.nets) {
        *word = i32::try_from(net).ok()? as u32;
        sum += net;
    }
    words[1 + players..length].copy_from_slice(&round.happened);
    (sum == 0).then_some((words, length))
}
