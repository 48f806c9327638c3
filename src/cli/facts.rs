//! The commands of a program and their arguments as data, for bindings to other languages.

use clap::{Arg, ArgAction, Command};

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandFacts {
    /// Its name.
    pub name: String,
    /// Its description, in a sentence.
    pub about: String,
    /// Its arguments, in the order of its help.
    pub arguments: Vec<ArgumentFacts>,
}

/// An argument of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentFacts {
    /// Its long name without dashes; of a positional argument, its placeholder.
    pub name: String,
    /// Its help text.
    pub help: String,
    /// The placeholder of its value; `None` for a switch.
    pub value: Option<String>,
    /// The allowed values, if they are listed.
    pub values: Vec<String>,
    /// The default value, if it has one.
    pub default: Option<String>,
    /// Whether it is positional.
    pub is_positional: bool,
    /// Whether it may be given more than once.
    pub is_repeated: bool,
    /// Whether it must be given.
    pub is_required: bool,
}

impl CommandFacts {
    /// All visible commands of a command line.
    pub(super) fn all(line: &Command) -> Vec<CommandFacts> {
        let shown = line.get_subcommands().filter(|command| !command.is_hide_set());
        shown.map(CommandFacts::of).collect()
    }

    fn of(command: &Command) -> CommandFacts {
        let is_asked = |arg: &&Arg| !arg.is_hide_set() && arg.get_id() != "help";
        CommandFacts {
            name: command.get_name().to_owned(),
            about: command.get_about().map(ToString::to_string).unwrap_or_default(),
            arguments: command.get_arguments().filter(is_asked).map(ArgumentFacts::of).collect(),
        }
    }
}

impl ArgumentFacts {
    fn of(arg: &Arg) -> ArgumentFacts {
        let takes = !matches!(arg.get_action(), ArgAction::SetTrue | ArgAction::SetFalse);
        let named = arg.get_value_names().and_then(<[_]>::first).map(ToString::to_string);
        let many = arg.get_num_args().is_some_and(|number| number.max_values() > 1);
        let values = arg.get_possible_values().into_iter().filter(|value| !value.is_hide_set());
        ArgumentFacts {
            name: arg.get_long().unwrap_or(arg.get_id().as_str()).to_owned(),
            help: arg.get_help().map(ToString::to_string).unwrap_or_default(),
            value: takes.then(|| named.unwrap_or_else(|| arg.get_id().as_str().to_uppercase())),
            values: values.filter(|_| takes).map(|value| value.get_name().to_owned()).collect(),
            default: takes.then(|| default(arg)).flatten(),
            is_positional: arg.is_positional(),
            is_repeated: many || matches!(arg.get_action(), ArgAction::Append),
            is_required: arg.is_required_set(),
        }
    }
}

fn default(arg: &Arg) -> Option<String> {
    let values = arg.get_default_values().iter();
    let values: Vec<_> = values.map(|value| value.to_string_lossy()).collect();
    (!values.is_empty()).then(|| values.join(","))
}
