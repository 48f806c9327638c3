//! What has been found, by keys, as far as there is room.

use super::lock;
use std::sync::Mutex;

/// Threads that look for different keys seldom wait for each other.
const SHARDS: usize = 256;
/// Keys that stand together: the oldest of them makes room for a new one.
const TOGETHER: usize = 4;

/// A key with all of its bits in all of them.
#[inline]
fn mixed(key: u64) -> u64 {
    let once = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (once ^ once >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ once >> 32
}

/// A hash table of fixed size that forgets: what is no longer there is found again.
pub(super) struct Shelves<V> {
    /// The key plus one, 0 where there is none.
    shards: Vec<Mutex<Vec<(u64, V)>>>,
    /// Groups of keys that stand together, in each shard.
    groups: usize,
}

impl<V: Clone + Default> Shelves<V> {
    /// With room for so many keys, and a few more.
    pub(super) fn new(keys: usize) -> Shelves<V> {
        let groups = keys.div_ceil(SHARDS * TOGETHER);
        let shard = || Mutex::new(vec![(0, V::default()); groups * TOGETHER]);
        Shelves { shards: (0..SHARDS).map(|_| shard()).collect(), groups }
    }

    /// How many keys are there.
    pub(super) fn filled(&self) -> usize {
        let filled = |slots: &Mutex<Vec<(u64, V)>>| {
            lock(slots).iter().filter(|(known, _)| *known != 0).count()
        };
        self.shards.iter().map(filled).sum()
    }

    /// The shard of a key, and where its group begins there.
    #[inline]
    fn place(&self, key: u64) -> (&Mutex<Vec<(u64, V)>>, usize) {
        let mixed = mixed(key);
        let group = (u128::from(mixed) * self.groups as u128 >> 64) as usize;
        (&self.shards[mixed as usize % SHARDS], group * TOGETHER)
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<V> {
        let (shard, start) = self.place(key);
        let slots = lock(shard);
        let found = slots[start..start + TOGETHER].iter().find(|(known, _)| *known == key + 1);
        found.map(|(_, value)| value.clone())
    }

    /// Puts a value there; one that is seldom asked for again takes the place of the last such.
    pub(super) fn insert(&self, key: u64, value: V, seldom: bool) {
        let (shard, start) = self.place(key);
        let mut slots = lock(shard);
        let group = &mut slots[start..start + TOGETHER];
        if group.iter().all(|(known, _)| *known != key + 1) {
            let free = group.iter().position(|(known, _)| *known == 0);
            let at = free.unwrap_or(TOGETHER - 1);
            group[at] = (key + 1, value);
            if !seldom {
                group[..=at].rotate_right(1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_is_what_was_put_there_last() {
        let shelves = Shelves::new(1 << 12);
        let value = |key: u64| key * key;
        for key in 0..1 << 11 {
            assert_eq!(shelves.get(key << 40), None);
            shelves.insert(key << 40, value(key), false);
            shelves.insert(key << 40, value(key), false);
            assert_eq!(shelves.get(key << 40), Some(value(key)));
        }
        let kept = (0..1 << 11).filter(|key| shelves.get(key << 40).is_some()).count();
        assert!(kept == shelves.filled() && kept > 1900, "{kept}");
        // With twenty times as many, the room is full.
        for key in 0..1 << 16 {
            shelves.insert(key, value(key), key % 3 == 0);
            assert_eq!(shelves.get(key), Some(value(key)));
        }
        let found = (0..1 << 16).filter_map(|key| Some((key, shelves.get(key)?)));
        assert!(found.clone().all(|(key, found)| found == value(key)));
        assert_eq!((found.count(), shelves.filled()), (1 << 12, 1 << 12));
    }
}
