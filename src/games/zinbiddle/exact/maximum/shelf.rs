//! What is known of states, by their keys.

/// Values of states, and plans, found so far, in shards by their keys.
pub(super) const SHARDS: usize = 256;

/// A key with all of its bits in all of them.
#[inline]
pub(super) fn mixed(key: u64) -> u64 {
    let once = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (once ^ once >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ once >> 32
}

#[inline]
pub(super) fn shard(key: u64) -> usize {
    (mixed(key) >> 8) as usize % SHARDS
}

/// What is known by key: a hash table that needs one look at the memory, and grows by half.
#[derive(Default)]
pub(super) struct Shelf<V> {
    /// The key plus one, 0 where there is none, at the first free slot from its own.
    slots: Vec<(u64, V)>,
    pub(super) filled: usize,
}

impl<V: Clone + Default> Shelf<V> {
    /// Where a key is, or would be.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let slots = self.slots.len();
        let mut slot = (u128::from(mixed(key)) * slots as u128 >> 64) as usize;
        while self.slots[slot].0 != 0 && self.slots[slot].0 != key + 1 {
            slot = if slot + 1 < slots { slot + 1 } else { 0 };
        }
        slot
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<V> {
        if self.slots.is_empty() {
            return None;
        }
        let (known, value) = &self.slots[self.slot(key)];
        (*known != 0).then(|| value.clone())
    }

    pub(super) fn insert(&mut self, key: u64, value: V) {
        // At most four fifths are full.
        if self.filled * 5 >= self.slots.len() * 4 {
            let more = vec![(0, V::default()); self.slots.len() * 3 / 2 + 64];
            let old = std::mem::replace(&mut self.slots, more);
            for entry in old.into_iter().filter(|entry| entry.0 != 0) {
                let slot = self.slot(entry.0 - 1);
                self.slots[slot] = entry;
            }
        }
        let slot = self.slot(key);
        self.filled += usize::from(self.slots[slot].0 == 0);
        self.slots[slot] = (key + 1, value);
    }
}
