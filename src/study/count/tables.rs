//! The tables of an answer about card counting.

use super::systems::{System, Terms, deviation, systems};
use super::verdict::Judged;
use super::{Effects, LEVELS, Made, Ready};
use crate::cards::Memory;
use crate::framework::settings::shown;
use crate::simulate::Counted;
use crate::stats::Estimate;
use crate::stats::counting::Tagged;
use crate::study::table::{Cell, Table};
use crate::study::tables::Intervals;

pub(super) fn effects_table(ready: &Ready, effects: &Effects) -> Table {
    let columns = ["card", "shoe", "effect_of_removal", "se", "low", "high", "copies"];
    let mut table = Table::new("effects", columns);
    let unknown = effects.unknown();
    let mut place = 0;
    for shoe in &ready.shoes {
        for (card, copies) in &shoe.cards {
            let found = &effects.estimates[place];
            place += 1;
            // A card without copies cannot be removed.
            let known = *copies > 0 && unknown.is_none();
            let there = |cell: Cell| if known { cell } else { Cell::Empty };
            table.push(vec![
                (*card).into(),
                shoe.name.into(),
                there(found.value.into()),
                there(found.se.into()),
                there(found.low.into()),
                there(found.high.into()),
                (*copies).into(),
            ]);
        }
    }
    table.note.push(format!(
        "What one card fewer in a full shoe adds to the EV of {}, which does not know of it, in {} a \
         round.",
        ready.decider.label(),
        ready.game.profile().stake
    ));
    table.note.extend(unknown.map(|why| format!("Left out: {why}.")));
    table
}

pub(super) fn made_table(ready: &Ready, effects: &Effects, made: &[Made]) -> Table {
    let columns =
        ["level", "shoe", "tags", "betting_correlation", "correlation_low", "correlation_high"];
    let mut table = Table::new("made", columns);
    // If a higher level has no better tags, it repeats the figures of the lower one.
    let mut known: Vec<(usize, &[i32], Option<Estimate>)> = Vec::new();
    for (level, made) in LEVELS.zip(made) {
        for (number, shoe) in ready.shoes.iter().enumerate() {
            let own: &[i32] = &made.system.tags[number];
            let tags: Vec<String> = shoe
                .cards
                .iter()
                .zip(own)
                .map(|((card, _), tag)| format!("{card} = {tag}"))
                .collect();
            let of = |mut all: Vec<Tagged>| vec![all.swap_remove(number)];
            let same = known.iter().find(|(shoe, tags, _)| (*shoe, *tags) == (number, own));
            let correlation = match same {
                Some((.., correlation)) => *correlation,
                None => ready.correlation_made(made, effects, of),
            };
            known.push((number, own, correlation));
            table.push(vec![
                level.into(),
                shoe.name.into(),
                tags.join(", ").into(),
                correlation.map(|found| found.value).into(),
                correlation.and_then(|found| found.low).into(),
                correlation.and_then(|found| found.high).into(),
            ]);
        }
    }
    table.note.push(match effects.unknown() {
        None => "The best whole-number tags; --make LEVEL plays them, --write-system keeps them."
            .to_owned(),
        Some(_) => "There are no best tags without effects of removal.".to_owned(),
    });
    if effects.halves.is_some() && table.rows.iter().any(|row| row[3] == Cell::Empty) {
        table.note.push(
            "No betting correlation is given where noise outweighs the effects: more rounds would \
             give it."
                .into(),
        );
    }
    table
}

/// The tables by system, filled row by row.
pub(super) struct Rows {
    terms: Terms,
    systems: Table,
    bins: Table,
    pub indices: Table,
    /// What the rows of `systems` say of each memory.
    pub judged: Vec<Judged>,
}

impl Rows {
    pub fn new(terms: Terms) -> Rows {
        let bins =
            ["system", "true_count", "frequency", "ev", "ev_se", "sd", "shoe", "penetration"];
        let indices = ["system", "decision", "index", "gain", "se", "penetration"];
        Rows {
            terms,
            systems: System::table(),
            bins: Table::new("bins", bins),
            indices: Table::new("indices", indices),
            judged: Vec::new(),
        }
    }

    /// The tables; `looked` says whether index plays were looked for at all.
    pub fn tables(self, ready: &Ready, looked: bool) -> [Table; 3] {
        let Rows { terms, mut systems, mut indices, .. } = self;
        let told = systems.column("playing_efficiency");
        let unclear = ready.memories.contains(&Memory::Full)
            && told.is_some_and(|told| systems.rows.iter().any(|row| row[told] == Cell::Empty));
        if unclear && ready.remembers {
            systems.note.push(
                "No playing efficiency is given where full memory is not shown to add anything."
                    .to_owned(),
            );
        }
        if !ready.remembers {
            systems.note.push(format!(
                "{} plays the same with every memory: their EVs are equal.",
                shown(&ready.decider.label())
            ));
        }
        systems.note.push(format!(
            "The risk of ruin and the Kelly bet are those of a bankroll of {}; they, score and N0 say something \
             only where the EV is above 0. Where one round can take much of the bankroll, the risk is less. \
             Playing efficiency is that of a flat stake.",
            terms.bankroll
        ));
        if !indices.rows.is_empty() {
            indices.note.push(
                "A gain is what the counter expects from playing by the index, in a round, at a stake of one. The \
                 largest are somewhat too large: they are the largest by luck, too. Those seen in few sessions \
                 come last; how far they are off is not known."
                    .into(),
            );
        } else if looked {
            indices.note.push("No decision was found that turns with the count.".into());
        }
        [systems, self.bins, indices]
    }

    /// Adds the figures of a penetration: a row for each system, and its bins.
    pub fn add(
        &mut self,
        ready: &Ready,
        found: (&Effects, &[Made]),
        counted: &[Counted],
        penetration: Option<f64>,
        intervals: Intervals,
    ) {
        for system in systems(ready, found, counted, penetration, (self.terms, intervals)) {
            self.judged.push(system.judged());
            self.systems.push(system.row());
        }
        self.add_bins(ready, counted, penetration, intervals);
    }

    fn add_bins(
        &mut self,
        ready: &Ready,
        counted: &[Counted],
        penetration: Option<f64>,
        intervals: Intervals,
    ) {
        let units = self.terms.units;
        for (memory, counted) in ready.memories.iter().zip(counted) {
            for (&(shoe, count), bin) in &counted.bins {
                let ev = intervals.ev(&bin.net, units);
                self.bins.push(vec![
                    memory.name().into(),
                    count.into(),
                    (bin.net.n as f64 / counted.net.n as f64).into(),
                    ev.map(|ev| ev.value).into(),
                    ev.and_then(|ev| ev.se).into(),
                    deviation(&bin.net, bin.squares).map(|sd| sd / units).into(),
                    ready.shoes[shoe].name.into(),
                    penetration.into(),
                ]);
            }
        }
    }
}
