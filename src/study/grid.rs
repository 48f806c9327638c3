//! The points of a grid, each a setup with a value of each axis.

use super::axis::{Axis, AxisValue, RULES, STRATEGY};
use super::setup::Seated;
use super::{Asked, RulesFrom, Setup, Snapshot, StudyError, refuse};
use crate::framework::settings::{self, SettingsError, hint, nearest};
use crate::framework::{AnyGame, SeatError, free};
use crate::simulate::{Grid, GridPoint};
use crate::strategy::{self, StrategyError};

/// Whether the error means a table that cannot be played, rather than an invalid question.
pub(super) fn unplayable(error: &StudyError) -> bool {
    matches!(
        error,
        StudyError::Settings(SettingsError::Values(_))
            | StudyError::Strategy(StrategyError::Seat(SeatError::Rules { .. }))
    )
}

/// The name of a strategy parameter, if the field is one.
pub(super) fn parameter(field: &str) -> Option<&str> {
    field.strip_prefix(STRATEGY)?.strip_prefix('.')
}

/// Refuses a field that does not exist, or that the setup also sets.
pub(super) fn check_field(entry: &AnyGame, setup: &Setup, field: &str) -> Result<(), StudyError> {
    let twice = |other: &str| {
        refuse(format!(
            "{} is varied, and {} says it, too; leave one of them out",
            settings::shown(field),
            settings::shown(other)
        ))
    };
    if field == RULES {
        return match &setup.rules {
            RulesFrom::Default => Ok(()),
            RulesFrom::Preset(name) | RulesFrom::File { name, .. } => {
                twice(&format!("--rules {name}"))
            }
        };
    }
    if parameter(field).is_some() {
        return Ok(());
    }
    let fields = entry.profile().fields;
    let names = || fields.iter().map(|field| field.name);
    let name = field.split('.').next().unwrap_or(field);
    if names().all(|known| known != name) {
        let known = names().chain([RULES]);
        let meant = nearest(name, known.clone());
        return refuse(format!(
            "no field `{}`{}; fields are {}, or a parameter of strategies: strategy.NAME",
            settings::shown(field),
            hint(&meant),
            known.collect::<Vec<_>>().join(", ")
        ));
    }
    setting_of(setup, field).map_or(Ok(()), twice)
}

/// The setting of the setup that sets this field, a part of it, or the field that it is part of, if
/// there is one.
pub(super) fn setting_of<'s>(setup: &'s Setup, field: &str) -> Option<&'s str> {
    let sets = |set: &&str| {
        let other = settings::split_setting(set)
            .map_or_else(String::new, |(own, _)| settings::unquoted(own));
        free::is_within(&other, field) || free::is_within(field, &other)
    };
    setup.set.iter().map(String::as_str).find(sets)
}

/// The setup with one value of a field.
pub(super) fn with(
    entry: &AnyGame,
    setup: &Setup,
    field: &str,
    value: &AxisValue,
) -> Result<Setup, StudyError> {
    let mut setup = setup.clone();
    if let Some(rules) = &value.rules {
        setup.rules = rules.clone();
    } else if let Some(parameter) = parameter(field) {
        setup.strategies = tuned(entry, &setup.strategies, parameter, &value.text)?;
    } else if field == RULES {
        setup.rules = RulesFrom::Preset(value.text.clone());
    } else {
        setup.set.push(format!("{field}={}", value.text));
    }
    Ok(setup)
}

/// The strategies with a new value of the parameter, where they have it.
fn tuned(
    entry: &AnyGame,
    strategies: &[Asked],
    parameter: &str,
    value: &str,
) -> Result<Vec<Asked>, StudyError> {
    let profile = entry.profile();
    let default = [profile.default_strategy.into()];
    let strategies = if strategies.is_empty() { &default[..] } else { strategies };
    let (mut found, mut lacks) = (Vec::new(), None);
    for asked in strategies {
        let with = asked.with(parameter, value);
        match strategy::parse(&profile, &with) {
            Ok(_) => found.push(with),
            Err(error @ StrategyError::Parameter { .. }) => {
                lacks.get_or_insert(error);
                found.push(asked.clone());
            }
            Err(error) => return Err(error.into()),
        }
    }
    match lacks {
        Some(error) if found == strategies => Err(error.into()),
        _ => Ok(found),
    }
}

/// All combinations of values, as indices by axis; the last axis varies fastest.
pub(super) fn combinations(axes: &[Axis]) -> Vec<Vec<usize>> {
    axes.iter().fold(vec![Vec::new()], |all, axis| {
        let longer = |at: &Vec<usize>| {
            let at = at.clone();
            (0..axis.values.len()).map(move |value| at.iter().copied().chain([value]).collect())
        };
        all.iter().flat_map(longer).collect()
    })
}

pub(super) fn at(
    entry: &AnyGame,
    setup: &Setup,
    axes: &[Axis],
    at: &[usize],
) -> Result<Setup, StudyError> {
    let mut both = axes.iter().zip(at);
    both.try_fold(setup.clone(), |setup, (axis, &value)| {
        with(entry, &setup, &axis.field, &axis.values[value])
    })
}

/// A table as a point of a grid.
pub(super) fn point(seated: &Seated, base: usize) -> GridPoint<'_> {
    GridPoint { game: &*seated.game, players: &*seated.players, base, rounds: None }
}

/// The progress of a grid run.
pub(super) fn snapshot(grid: &Grid, goal: Option<u64>) -> Snapshot {
    let said = format!("{} points", grid.points());
    Snapshot { rounds: grid.all_rounds(), goal, said }
}
