//! Conversions from the slow Fizzbin's types to the engine's.
#![allow(dead_code, reason = "each test file uses a part of it")]

use crate::slow_fizzbin as slow;
use croupier::games::fizzbin::hand::{Card, Cards, Suit};
use croupier::games::fizzbin::rules as engine;
use slow::SUITS;

/// The engine's rules for rules of the slow evaluator.
pub fn rules(from: &slow::Rules, koiks: u8, players: u8) -> engine::Rules {
    engine::Rules {
        players,
        day: from.day,
        dark: from.dark,
        koiks,
        deck: match from.deck {
            slow::Deck::Fifty2 => engine::Deck::Ordinary,
            slow::Deck::Skins57 => engine::Deck::Skins57,
            slow::Deck::Pinochle => engine::Deck::Pinochle,
        },
        order: match from.order {
            slow::Order::Day => engine::Order::Day,
            slow::Order::Plain => engine::Order::Plain,
        },
        tue_deck: match from.tue_deck {
            slow::TueDeck::Pinochle => engine::TueDeck::Pinochle,
            slow::TueDeck::Promoted52 => engine::TueDeck::Promoted52,
            slow::TueDeck::Lowwild => engine::TueDeck::Lowwild,
        },
        kinds: match from.kinds {
            slow::Kinds::Friday => engine::Kinds::Friday,
            slow::Kinds::Literal => engine::Kinds::Literal,
        },
        drella: match from.drella {
            slow::Drella::Void => engine::Drella::Void,
            slow::Drella::Inforce => engine::Drella::Inforce,
            slow::Drella::Noscore => engine::Drella::Noscore,
        },
        kesla: match from.kesla {
            slow::Kesla::Day => engine::Kesla::Day,
            slow::Kesla::Always => engine::Kesla::Always,
            slow::Kesla::DoublyDead => engine::Kesla::DoublyDead,
        },
        promoted_kings: match from.promoted_kings {
            slow::PromotedKings::Natural => engine::PromotedKings::Natural,
            slow::PromotedKings::LikeDeuce => engine::PromotedKings::LikeDeuce,
        },
        tebo: match from.tebo {
            slow::Tebo::Any => engine::Tebo::Any,
            slow::Tebo::Seventh => engine::Tebo::Seventh,
        },
        friday_pairs: match from.friday_pairs {
            slow::FridayPairs::Hand => engine::FridayPairs::Hand,
            slow::FridayPairs::Family => engine::FridayPairs::Family,
            slow::FridayPairs::Off => engine::FridayPairs::Off,
        },
        krako_days: match from.krako_days {
            slow::KrakoDays::Drella => engine::KrakoDays::Drella,
            slow::KrakoDays::All => engine::KrakoDays::All,
        },
        bar_scope: match from.bar_scope {
            slow::BarScope::List => engine::BarScope::List,
            slow::BarScope::All => engine::BarScope::All,
        },
        frac: match from.frac {
            slow::Frac::Suit => engine::Frac::Suit,
            slow::Frac::Count => engine::Frac::Count,
        },
        tepo: match from.tepo {
            slow::Tepo::Seventh => engine::Tepo::Seventh,
            slow::Tepo::Off => engine::Tepo::Off,
        },
        zethrac: match from.zethrac {
            slow::Zethrac::With => engine::Zethrac::With,
            slow::Zethrac::Alone => engine::Zethrac::Alone,
        },
        full_dark: match from.full_dark {
            slow::FullDark::Q4 => engine::FullDark::Q4,
            slow::FullDark::K2 => engine::FullDark::K2,
        },
        unused: match from.unused {
            slow::Unused::Kronk => engine::Unused::Kronk,
            slow::Unused::Blank => engine::Unused::Blank,
        },
        merge: match from.merge {
            slow::Merge::Staged => engine::Merge::Staged,
            slow::Merge::Single => engine::Merge::Single,
        },
        kronk_rank: match from.kronk_rank {
            slow::KronkRank::Late => engine::KronkRank::Late,
            slow::KronkRank::Early => engine::KronkRank::Early,
        },
        sunday_kronk: match from.sunday_kronk {
            slow::SundayKronk::Free => engine::SundayKronk::Free,
            slow::SundayKronk::Barred => engine::SundayKronk::Barred,
        },
        landru_kronk: match from.landru_kronk {
            None => engine::LandruKronk::None,
            Some(rank) => engine::LandruKronk::Rank(rank),
        },
        ..engine::Rules::default()
    }
}

/// The engine's card.
pub fn card(from: slow::Card) -> Card {
    match from.rank {
        0 => Card::KOIK,
        rank => Card::new(rank, Suit::ALL[SUITS.iter().position(|&s| s == from.suit).unwrap()]),
    }
}

/// The engine's cards.
pub fn cards(from: &[slow::Card]) -> Cards {
    Cards::from_cards(&from.iter().map(|&it| card(it)).collect::<Vec<_>>())
}
