//! What a game shows of itself in the help of the command line.

/// Examples and forms for the help texts of commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Help {
    /// Examples: a command, and the rest of the line after the name of the game, quoted for the
    /// shell. Each runs as it stands.
    pub examples: &'static [(&'static str, &'static str)],
    /// What an option means in this game: a command, the option without its dashes, and a few words
    /// such as `such as 3,4`.
    pub options: &'static [(&'static str, &'static str, &'static str)],
}

impl Help {
    /// Nothing: the help says what holds for every game.
    pub const NONE: Help = Help { examples: &[], options: &[] };
}
