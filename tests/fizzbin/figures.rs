//! The figures of Fizzbin's rules document, for the engine and for the slow evaluator.
#![allow(dead_code, reason = "each test file uses a part of it")]

/// `hand + pile [k6,k7] → H / C`, kronks spent in brackets; day, `D` when dark, `New` for
/// newcomers.
pub const GOLDEN: &str = "
G01 Mon AS AD KS KH JC JD TS → royal fizzbin / half-festival
G02 Mon AS AD KS KH JS JD TS → royal fizzbin / half-festival
G03 Sat AS AD KS KH JS JD TS → half-full fizzbin / half-festival
G04 Sat AS AD KS KH JC JD TS + AC AH → half-full fizzbin / slunk
G05 MonD AS AD KS KH JC JD TS → half-full fizzbin / royal slink
G06 MonD AS AD KS KH JC JD TS [2,2] → royal fizzbin (2) / slunk (2)
G07 Mon KS 2D JH JC 9C 5S → full fizzbin / cirl
G08 Sat KS 2D JH JC JD 5S → quarter-fizzbin / half-kalo
G09 Mon KS 2D JH JC JD 5S → full fizzbin / half-kalo
G10 Mon 9S 9D 5H 5C AH 8H → fizzbin / slink
G11 Mon 9S 9D 5H 5C AH 8S → three-quarter fizzbin / slink
G12 Sat 9S 9H 5H 5C AH 8H → three-quarter fizzbin / slink
G13 Mon 9S 9D 5H 5C AH 8H QD [0,1] → fizzbin / stink (1)
G14 Mon 3S 5C 6S 8C 9S TC → quarter-full fizzbin / corbomite: karidian
G15 Mon 3S 5C 6S 8C 9S 7C → - / corbomite: stonk
G16 Fri 3S 5C 6S 8C 9S 7C → quarter-full fizzbin / corbomite: stonk
G17 Mon 7S 7C 3S AC 8S JC 9C → half-full fizzbin / gumato
G18 Mon AS AC AD 3S 7H 9C → half-full fizzbin / stupimajel
G19 Fri 7S 7C 7D 3S AH 9C → half-full fizzbin / shronk-K
G20 Fri 7S 7C 7D 3S AH 9C + AC → half-full fizzbin / shronk-K
G21 Mon 7S 7C 7D 7H AH 9C → half-full fizzbin / slunk
G22 Mon JS JC AH 3S 8S 5S → half-full fizzbin / kalo
G23 Mon KS JS AS TS 3C 7C → quarter-fizzbin / corbomite: quarter-festival
G24 Mon AS JS 9S 8S 7C 3C → - / corbomite: stupispawnk
G25 Mon AC JC 9C ** 7S 2D → quarter-fizzbin / corbomite: quarter-koik
G26 Mon AC JC 9C QD 7S 6S → - / corbomite: stonk
G27 Mon AC JC 9C QD 7S 6S [1,1] → three-quarter fizzbin (1) / stupimajel (1)
G28 Mon QD QH 4S 4C 8D 3C [0,4] → three-quarter fizzbin / scpipt (4)
G29 Tue AS AS KD JH JC 9H → - / royal slink
G30 Tue AS AC JD JH KC 9C → fizzbin / royal slink
G31 SatD QH QC 3D 9S 5C 7H → three-quarter fizzbin / half-sprak
G32 MonD QH 4D AS AC 9C 6S → full fizzbin / stupimajel
G33 MonD QH QC 2D 6S 8C 9H [0,1] → three-quarter fizzbin / slink (1)
G34 Fri 7S 7C 7D 3H 8H 9H → three-quarter fizzbin / shronk-K
G35 Thu AS AD KS KH JC JD 5S [1,0] → royal fizzbin (1) / half-festival
G36 New QD TD AS AC 9C 9H → fizzbin / slink
G37 Fri TH TD 9H 2C 6H JC → - / royal gumato
G38 Mon 9H 9C 5S 3C 7C 6S + 9D 9S KH KD JS → three-quarter fizzbin / slunk
";

/// Six cards, Monday by day, 52 cards, no kronk spent: the table of the rules document, made by two
/// programs that are not ours. Names that are missing there are impossible.
pub const SIX: &[(&str, u64)] = &[
    ("hand:full-fizzbin", 267_000),
    ("hand:fizzbin", 346_480),
    ("hand:three-quarter-fizzbin", 16_094_884),
    ("hand:half-full-fizzbin", 913_644),
    ("hand:quarter-fizzbin", 2_206_904),
    ("hand:quarter-full-fizzbin", 744),
    ("hand:none", 528_864),
    ("combined:slunk", 12_408),
    ("combined:half-kalo", 69_184),
    ("combined:half-festival", 216),
    ("combined:royal-stink", 648),
    ("combined:stink", 34_776),
    ("combined:royal-slink", 202_224),
    ("combined:slink", 1_670_256),
    ("combined:royal-dink", 24_480),
    ("combined:dink", 45_360),
    ("combined:stupimajel", 878_004),
    ("combined:stupikodos", 878_004),
    ("combined:kalo", 136_830),
    ("combined:cirl", 684_150),
    ("combined:royal-gumato", 878_004),
    ("combined:gumato", 6_146_028),
    ("combined:corbomite:quarter-festival", 519_680),
    ("combined:corbomite:stupikaridian", 1_345_120),
    ("combined:corbomite:karidian", 4_210_304),
    ("combined:corbomite:stupistonk", 336),
    ("combined:corbomite:stupispawnk", 32_508),
    ("combined:corbomite:shronk-f", 97_524),
    ("combined:corbomite:stonk", 722_400),
    ("combined:corbomite:royal-slonk", 60_592),
    ("combined:corbomite:spawnk", 520_856),
    ("combined:corbomite:slonk", 958_776),
    ("combined:corbomite:half-slonk", 207_648),
    ("combined:corbomite:royal-zethrac", 4_144),
    ("combined:corbomite:zethrac", 13_356),
    ("combined:corbomite:none", 4_704),
];
