//! Section 12: names in kebab case, by id less one.

use super::Scored;

/// H1 to H7.
pub const HAND: [&str; 7] = [
    "royal-fizzbin",
    "full-fizzbin",
    "fizzbin",
    "three-quarter-fizzbin",
    "half-full-fizzbin",
    "quarter-fizzbin",
    "quarter-full-fizzbin",
];

/// C1 to C62.
pub const COMBINED: [&str; 62] = [
    "stupifest",
    "stupishrunk",
    "festival",
    "stupistunk",
    "shrunk",
    "stupisprak",
    "stunk",
    "scpipt",
    "sprak",
    "slunk",
    "stupishronk-k",
    "shronk-k",
    "sronk",
    "krako",
    "sralk",
    "half-kalo",
    "stupishrink",
    "stupistink",
    "shrink",
    "half-festival",
    "royal-stink",
    "stink",
    "royal-slink",
    "slink",
    "half-sprak",
    "royal-dink",
    "dink",
    "stupimajel",
    "stupikodos",
    "stupidohlmen",
    "kalo",
    "cirl",
    "royal-gumato",
    "stupilenore",
    "gumato",
    "corbomite",
    "quarter-festival",
    "stupikaridian",
    "karidian",
    "half-sralk",
    "stupishronk-f",
    "stupistonk",
    "royal-stupispawnk",
    "stupispawnk",
    "royal-shronk",
    "shronk-f",
    "quarter-koik",
    "quarter-kronk",
    "half-koik",
    "half-kronk",
    "three-quarter-koik",
    "three-quarter-kronk",
    "royal-stonk",
    "stonk",
    "royal-slonk",
    "spawnk",
    "slonk",
    "half-slonk",
    "third-sprak",
    "royal-stupizethrac",
    "royal-zethrac",
    "zethrac",
];

/// "hand:royal-fizzbin", "hand:none".
pub fn hand_event(six: Option<&Scored>) -> String {
    let name = six.map_or("none", |scored| HAND[usize::from(scored.id) - 1]);
    format!("hand:{name}")
}

/// "combined:slunk", "combined:corbomite:karidian", "combined:corbomite:none".
pub fn combined_event(seven: &Scored) -> String {
    let name = COMBINED[usize::from(seven.id) - 1];
    if seven.id != 36 {
        return format!("combined:{name}");
    }
    let below = seven.below.map_or("none", |id| COMBINED[usize::from(id) - 1]);
    format!("combined:{name}:{below}")
}
