//! A cache of results by key, of fixed size.

use super::lock;
use std::sync::Mutex;

/// Enough shards that threads with different keys seldom wait for each other.
const SHARDS: usize = 256;
/// Number of keys per group; the oldest one makes room for a new one.
const TOGETHER: usize = 4;

/// A hash of a key.
#[inline]
fn mixed(key: u64) -> u64 {
    let once = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (once ^ once >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ once >> 32
}

/// A hash table of fixed size that evicts; an evicted value is computed again.
pub(super) struct Shelves<V> {
    /// By shard, the slots: the key plus one, 0 if empty, and the value.
    shards: Vec<Mutex<Vec<(u64, V)>>>,
    /// Number of groups per shard.
    groups: usize,
}

impl<V: Clone + Default> Shelves<V> {
    /// Creates a table with room for at least `keys` keys.
    pub(super) fn new(keys: usize) -> Shelves<V> {
        let groups = keys.div_ceil(SHARDS * TOGETHER);
        let shard = || Mutex::new(vec![(0, V::default()); groups * TOGETHER]);
        Shelves { shards: (0..SHARDS).map(|_| shard()).collect(), groups }
    }

    /// The number of keys stored.
    pub(super) fn filled(&self) -> usize {
        let filled = |slots: &Mutex<Vec<(u64, V)>>| {
            lock(slots).iter().filter(|(known, _)| *known != 0).count()
        };
        self.shards.iter().map(filled).sum()
    }

    /// The shard of a key, and the start of its group there.
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

    /// Inserts a value. One that is seldom asked for again stays at the end of its group, where the
    /// next one replaces it.
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
        // With sixteen times as many keys, the table is full.
        for key in 0..1 << 16 {
            shelves.insert(key, value(key), key % 3 == 0);
            assert_eq!(shelves.get(key), Some(value(key)));
        }
        let found = (0..1 << 16).filter_map(|key| Some((key, shelves.get(key)?)));
        assert!(found.clone().all(|(key, found)| found == value(key)));
        assert_eq!((found.count(), shelves.filled()), (1 << 12, 1 << 12));
    }
}
