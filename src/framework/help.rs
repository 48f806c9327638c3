//! The contribution of a game to the command-line help.

/// Examples and option hints for the help texts of commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Help {
    /// Examples: a command, and its arguments after the name of the game, quoted for the shell.
    /// Each must run as it stands.
    pub examples: &'static [(&'static str, &'static str)],
    /// The form of an option in this game: a command, the option without its dashes, and a few
    /// words such as `such as 3,4`.
    pub options: &'static [(&'static str, &'static str, &'static str)],
}

impl Help {
    /// No contribution: the help shows only the text common to all games.
    pub const NONE: Help = Help { examples: &[], options: &[] };
}
