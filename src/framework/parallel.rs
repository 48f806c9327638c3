//! Parallel work, compiled once (rayon's own adaptors are compiled anew for every closure), and
//! work with the widest vector instructions of a core.

#[cfg(target_arch = "x86_64")]
use fearless_simd::{Level, Simd};
use rayon::prelude::*;
#[cfg(target_arch = "x86_64")]
use std::sync::LazyLock;
use std::sync::{Mutex, PoisonError};

/// Runs a task for each number below `count` on the current rayon pool; the results are in the
/// order of the numbers.
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
    // One at a time, so that no thread is left with all the long ones.
    (0..count).into_par_iter().with_max_len(1).for_each(task);
}

/// Runs work in a thread pool of its own, as large as the current one. The caller may be a job of a
/// pool in which other jobs wait for the same value: in that pool, the thread that computes it could
/// steal one of those jobs and wait for itself.
pub fn apart<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let threads = rayon::current_num_threads();
    std::thread::scope(|scope| {
        let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads);
        let done = scope.spawn(move || {
            // If no thread can be started, this one does the work: never one of the global pool,
            // which has as many threads as there are cores.
            let made = pool(threads).build().or_else(|_| pool(1).use_current_thread().build());
            match made {
                Ok(pool) => pool.install(work),
                Err(why) => panic!("cannot start a thread: {why}"),
            }
        });
        done.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Runs `work` compiled for the widest vector instructions of this processor, if the closure and
/// everything it calls are `#[inline(always)]`. The result is bit for bit the same on every
/// processor: sums keep their order, and products are rounded before they are added.
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
