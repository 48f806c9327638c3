//! Work on all cores, compiled once: rayon's own adaptors are compiled anew for every closure.

use rayon::prelude::*;
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
    (0..count).into_par_iter().for_each(task);
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
