//! Amounts of money, as traces and written rounds show them.

use super::Step;
use super::recorder::who;
use serde_json::Value;

/// The conversion of money units: into coins in text, and into stakes in data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Money {
    /// Money units in a stake.
    units: i64,
    /// Coins in a stake.
    coins: i64,
}

impl Money {
    /// The tolerance of a written amount, in coins: half of the fourth decimal, to which
    /// [`Money::text`] rounds, and a little for binary rounding.
    pub const TOLERANCE: f64 = 0.000_051;

    /// Money of `units` to a stake, shown in stakes.
    pub const fn stakes(units: i64) -> Money {
        Money { units, coins: 1 }
    }

    /// The same money, shown in coins, `coins` to a stake.
    #[must_use]
    pub fn in_coins(self, coins: u32) -> Money {
        Money { coins: coins.into(), ..self }
    }

    /// An amount in coins without its sign, with as many decimals as it needs, at most four.
    pub fn text(self, amount: i64) -> String {
        // Rounded to ten-thousandths.
        let units = u128::from(self.units.unsigned_abs());
        let scaled = u128::from(amount.unsigned_abs()) * self.coins.unsigned_abs() as u128 * 10_000;
        let scaled = (scaled + units / 2) / units;
        let decimals = format!("{:04}", scaled % 10_000);
        match decimals.trim_end_matches('0') {
            "" => format!("{}", scaled / 10_000),
            decimals => format!("{}.{decimals}", scaled / 10_000),
        }
    }

    /// An amount in coins with its sign, none for zero: `+2`, `−0.95`, `0`.
    pub fn signed(self, amount: i64) -> String {
        let sign = match amount {
            0 => "",
            1.. => "+",
            _ => "−",
        };
        format!("{sign}{}", self.text(amount))
    }

    /// Converts money units into coins.
    pub fn coins(self, amount: i64) -> f64 {
        (amount * self.coins) as f64 / self.units as f64
    }

    /// Converts coins into money units, rounded to the nearest.
    pub fn units(self, coins: f64) -> i64 {
        (coins / self.coins as f64 * self.units as f64).round() as i64
    }

    /// An amount as data, in stakes.
    pub fn data(self, amount: i64) -> Value {
        match amount % self.units {
            0 => (amount / self.units).into(),
            _ => (amount as f64 / self.units as f64).into(),
        }
    }

    /// Amounts in coins, each as a number and as a written round writes it.
    pub fn written(self, amounts: &[i64]) -> Vec<(f64, String)> {
        let sign = |amount: i64| if amount < 0 { "-" } else { "" };
        let plain = |amount| format!("{}{}", sign(amount), self.text(amount));
        amounts.iter().map(|&amount| (self.coins(amount), plain(amount))).collect()
    }

    /// The step that states the net of a seat, or of the house for `None`.
    pub fn settled(self, rule: &'static str, seat: Option<usize>, net: i64) -> Step {
        let who = seat.map_or_else(|| "the house".to_owned(), who);
        let step = Step::new(rule, "settled", format!("{who} nets {}", self.signed(net)));
        let of = seat.map_or_else(|| Value::from("house"), |seat| (seat + 1).into());
        step.with("seat", of).with("net", self.data(net)).public()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_written_with_the_decimals_it_needs() {
        let one = Money::stakes(840);
        let five = one.in_coins(5);
        for (units, text) in [(840, "1"), (0, "0"), (1260, "1.5"), (280, "0.3333"), (1, "0.0012")] {
            assert_eq!(one.text(units), text);
        }
        assert_eq!((five.text(840), five.signed(-420)), ("5".to_owned(), "−2.5".to_owned()));
        assert_eq!((one.units(0.3333), five.units(-2.5), five.units(0.1)), (280, -420, 17));
        let writes = |money: Money, written: f64, amount| {
            (written - money.coins(amount)).abs() < Money::TOLERANCE
        };
        assert!(writes(one, 0.3333, 280) && writes(five, -2.5, -420) && writes(five, 1.6667, 280));
        assert!(!writes(one, 0.3334, 280) && !writes(five, -0.5, -420));
        assert_eq!(one.written(&[-1260, 840]), [(-1.5, "-1.5".to_owned()), (1.0, "1".to_owned())]);
        let thousand = Money::stakes(1000);
        for (net, text) in
            [(0, "0"), (2000, "+2"), (-950, "−0.95"), (1, "+0.001"), (-1010, "−1.01")]
        {
            assert_eq!(thousand.signed(net), text);
        }
        assert_eq!((thousand.data(2000), thousand.data(-950)), (2.into(), (-0.95).into()));
    }
}
