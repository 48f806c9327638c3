//! Rounds that come out the same, counted at once: to tally a round takes longer than to play it.

use super::table::Outcome;

/// Most words of an outcome that is kept: more are seldom the same twice.
const WORDS: usize = 14;
/// Outcomes that are kept, each in the place that its words give it.
const PLACES: usize = 512;
const BITS: u32 = PLACES.trailing_zeros();

/// An outcome, and how often it came.
#[derive(Clone, Copy, Debug)]
struct Kept {
    times: u32,
    /// How many of the words are used.
    length: u32,
    /// The seat that acted first and whether a shoe ran out; the nets; what happened.
    words: [u32; WORDS],
}

/// How often outcomes came.
#[derive(Debug)]
pub(super) struct Outcomes {
    kept: Box<[Kept]>,
}

impl Outcomes {
    pub fn new() -> Outcomes {
        let nothing = Kept { times: 0, length: 0, words: [0; WORDS] };
        Outcomes { kept: vec![nothing; PLACES].into() }
    }

    /// Counts a round. What has to be tallied now, this round or another outcome that was in its
    /// place, goes to `tally` with its first seat and its times.
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

    /// Everything that has not been tallied.
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

/// An outcome in words, and how many; `None` if it is too long, or not settled with the house.
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
