//! Caches of results by key, of fixed size and without locks.

use std::hint::black_box;
use std::ops::Deref;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Number of keys per group of [`Numbers`]; the oldest one makes room for a new one.
const TOGETHER: usize = 4;
/// The most slots of [`Kept`] that are looked through for a key: enough for a table that is nine
/// tenths full.
const PROBES: usize = 64;

/// A hash of a key.
#[inline]
fn mixed(key: u64) -> u64 {
    let once = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (once ^ once >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ once >> 32
}

/// A hash table that keeps all that it holds, so that its values can be borrowed.
pub(super) struct Kept<V> {
    slots: Box<[OnceLock<(u64, V)>]>,
}

/// A value of [`Kept`], or one for which it had no room.
pub(super) enum Held<'k, V> {
    Kept(&'k V),
    Once(V),
}

impl<V> Deref for Held<'_, V> {
    type Target = V;

    #[inline(always)]
    fn deref(&self) -> &V {
        match self {
            Held::Kept(value) => value,
            Held::Once(value) => value,
        }
    }
}

impl<V> Kept<V> {
    /// Creates a table with room for `keys` keys.
    pub(super) fn new(keys: usize) -> Kept<V> {
        Kept { slots: (0..keys + PROBES).map(|_| OnceLock::new()).collect() }
    }

    /// The number of keys stored.
    #[cfg(test)]
    pub(super) fn filled(&self) -> usize {
        self.slots.iter().filter(|slot| slot.get().is_some()).count()
    }

    /// The value of a key, which `find` finds if it is not stored.
    #[inline]
    pub(super) fn get(&self, key: u64, find: impl FnOnce() -> V) -> Held<'_, V> {
        let starts = self.slots.len() - PROBES;
        let start = (u128::from(mixed(key)) * starts as u128 >> 64) as usize;
        let slots = &self.slots[start..start + PROBES];
        for slot in slots {
            match slot.get() {
                Some((known, value)) if *known == key => return Held::Kept(value),
                Some(_) => {}
                None => break,
            }
        }
        Kept::store(slots, key, find())
    }

    /// Stores a value in the first free slot, unless another thread has stored it.
    #[cold]
    fn store(slots: &[OnceLock<(u64, V)>], key: u64, value: V) -> Held<'_, V> {
        let mut own = Some((key, value));
        for slot in slots {
            let (known, value) = slot.get_or_init(|| own.take().expect("one slot is filled"));
            if *known == key {
                return Held::Kept(value);
            }
        }
        Held::Once(own.expect("no slot was free").1)
    }
}

/// The slots of a group fill a line of the processor's cache.
#[repr(align(64))]
#[derive(Default)]
struct Line([(AtomicU64, AtomicU64); TOGETHER]);

/// The number of lines on a page, which is made when its first key comes.
const ON_PAGE: usize = 64;

/// A hash table of numbers of fixed size that evicts. It takes no locks: a slot that two threads
/// write at once holds a key that nobody asks for.
pub(super) struct Numbers {
    pages: Vec<OnceLock<Box<[Line; ON_PAGE]>>>,
}

impl Numbers {
    /// Creates a table with room for at least `keys` keys.
    pub(super) fn new(keys: usize) -> Numbers {
        Numbers { pages: (0..keys.div_ceil(TOGETHER * ON_PAGE)).map(|_| OnceLock::new()).collect() }
    }

    /// The number of keys stored.
    pub(super) fn filled(&self) -> usize {
        let lines = self.pages.iter().filter_map(OnceLock::get).flat_map(|page| page.iter());
        let slots = lines.flat_map(|line| &line.0);
        slots.filter(|slot| known(slot).0 != 0).count()
    }

    /// The page of a key, and the place of its line there.
    #[inline(always)]
    fn place(&self, key: u64) -> (&OnceLock<Box<[Line; ON_PAGE]>>, usize) {
        let lines = self.pages.len() * ON_PAGE;
        let line = (u128::from(mixed(key)) * lines as u128 >> 64) as usize;
        (&self.pages[line / ON_PAGE], line % ON_PAGE)
    }

    /// The slots of a key, if its page is there.
    #[inline(always)]
    fn slots(&self, key: u64) -> Option<&[(AtomicU64, AtomicU64); TOGETHER]> {
        let (page, line) = self.place(key);
        page.get().map(|page| &page[line].0)
    }

    /// Brings the lines of keys that are asked for next into the processor's cache, all at once.
    #[inline]
    pub(super) fn fetch(&self, keys: impl Iterator<Item = u64>) {
        let read = |key| self.slots(key).map_or(0, |slots| slots[0].0.load(Ordering::Relaxed));
        black_box(keys.map(read).fold(0, |all, one| all ^ one));
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<f64> {
        let mut slots = self.slots(key)?.iter().map(known);
        slots.find(|(known, _)| *known == key + 1).map(|(_, bits)| f64::from_bits(bits))
    }

    /// Inserts a number. One that is seldom asked for again stays at the end of its group, where
    /// the next one replaces it.
    pub(super) fn insert(&self, key: u64, value: f64, seldom: bool) {
        let (page, line) = self.place(key);
        let new = || Box::new(std::array::from_fn(|_| Line::default()));
        let slots = &page.get_or_init(new)[line].0;
        let held: [(u64, u64); TOGETHER] = std::array::from_fn(|at| known(&slots[at]));
        if held.iter().any(|(known, _)| *known == key + 1) {
            return;
        }
        let free = held.iter().position(|(known, _)| *known == 0);
        let at = free.unwrap_or(TOGETHER - 1);
        let new = (key + 1, value.to_bits());
        if seldom {
            return put(&slots[at], new);
        }
        let older = held[..at].iter().copied();
        slots
            .iter()
            .zip(std::iter::once(new).chain(older))
            .for_each(|(slot, held)| put(slot, held));
    }
}

/// The key plus one in a slot, 0 if it is empty, and the bits of its number.
#[inline(always)]
fn known((mark, bits): &(AtomicU64, AtomicU64)) -> (u64, u64) {
    let bits = bits.load(Ordering::Relaxed);
    (mark.load(Ordering::Relaxed) ^ bits, bits)
}

/// Fills a slot. The key is stored mixed with the bits of the number, so that halves of different
/// writers give away that they do not belong together.
#[inline(always)]
fn put((mark, bits): &(AtomicU64, AtomicU64), (key, new): (u64, u64)) {
    mark.store(key ^ new, Ordering::Relaxed);
    bits.store(new, Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_number_of_a_key_stays() {
        let shelf = Numbers::new(1 << 12);
        let value = |key: u64| (key * key) as f64;
        for key in 0..1 << 11 {
            assert_eq!(shelf.get(key << 40), None);
            shelf.insert(key << 40, value(key), key % 2 == 0);
            shelf.insert(key << 40, -1.0, false);
            assert_eq!(shelf.get(key << 40), Some(value(key)));
        }
        shelf.fetch(0..1 << 11);
        let kept = (0..1 << 11).filter(|key| shelf.get(key << 40).is_some()).count();
        assert!(kept == shelf.filled() && kept > 1900, "{kept}");
        // Whatever threads write at once, a key has its own number or none.
        let wrong = |key: u64| shelf.get(key).is_some_and(|found| found != value(key));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for key in (0..1 << 16).chain(0..1 << 16) {
                        shelf.insert(key, value(key), key % 3 == 0);
                        assert!(!wrong(key));
                    }
                });
            }
        });
        assert!(!(0..1 << 16).any(wrong));
        assert!(shelf.filled() > 4000, "{}", shelf.filled());
    }

    #[test]
    fn what_is_kept_is_found_and_never_evicted() {
        let kept = Kept::new(1 << 12);
        let value = |key: u64| key * key;
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    (0..1 << 11).for_each(|key| {
                        assert_eq!(*kept.get(key << 40, || value(key)), value(key));
                    })
                });
            }
        });
        let filled = kept.filled();
        assert!((1 << 11) - 20 < filled && filled <= 1 << 11, "{filled}");
        // With sixteen times as many keys most find no room, and those before are still there.
        for key in 0..1 << 16 {
            assert_eq!(*kept.get(key, || value(key)), value(key));
        }
        assert!(kept.filled() > 4000, "{}", kept.filled());
        let is_kept = |key: &u64| matches!(kept.get(key << 40, || 0), Held::Kept(_));
        assert_eq!((0..1 << 11).filter(is_kept).count(), filled);
    }
}
