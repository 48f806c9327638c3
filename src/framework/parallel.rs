//! Work on all cores, compiled once: rayon's own adaptors are compiled anew for every closure. And work
//! by the widest instructions of a core.

#[cfg(target_arch = "x86_64")]
use fearless_simd::{Level, Simd};
use rayon::prelude::*;
#[cfg(target_arch = "x86_64")]
use std::sync::LazyLock;
use std::sync::{Mutex, PoisonError};

/// What a task gives for each number below `count`, in their order. It runs on the rayon pool that it
/// is called in.
pub fn map<T: Send>(count: usize, task: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let found: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    each(count, &|number| {
        let given = task(number);
        *found[number].lock().unwrap_or_else(PoisonError::into_inner) = Some(given);
    });
    let given =
        found.into_iter().map(|one| one.into_inner().unwrap_or_else(PoisonError::into_inner));
    given.map(|one| one.expect("every task was run")).collect()
}

fn each(count: usize, task: &(dyn Fn(usize) + Sync)) {
    // One by one, so that no thread is left with all the long ones.
    (0..count).into_par_iter().with_max_len(1).for_each(task);
}

/// Does work by the widest vector instructions of this processor. The closure and all that it calls
/// must be `#[inline(always)]` to be compiled so. It comes to the same bits on every processor: sums
/// keep their order, and products are rounded before they are added.
#[inline(always)]
pub fn vectorized<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(target_arch = "x86_64")]
    {
        static LEVEL: LazyLock<Level> = LazyLock::new(Level::new);
        let level = *LEVEL;
        if let Some(simd) = level.as_avx512() {
            return simd.vectorize(work);
        }
        if let Some(simd) = level.as_avx2() {
            return simd.vectorize(work);
        }
    }
    work()
}

#[cfg(test)]
mod tests {
    #[test]
    fn tasks_come_in_their_order() {
        for (count, threads) in [(0, 1), (1, 3), (1000, 3)] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let found = pool.install(|| super::map(count, |number| number.to_string()));
            let expected: Vec<String> = (0..count).map(|number| number.to_string()).collect();
            assert_eq!(found, expected);
        }
    }
}
