//! The order in which the seats of a table act.

/// The turn order of a table: once around it, from the first seat to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnOrder {
    /// The seat that acts first.
    pub first: usize,
    /// The number of players at the table.
    pub players: usize,
}

impl TurnOrder {
    /// The order of a session's first round: the first seat is the session's number modulo
    /// `players`.
    #[inline]
    pub fn of_session(session: u64, players: usize) -> TurnOrder {
        TurnOrder { first: (session % players as u64) as usize, players }
    }

    /// The order of the next round: the next seat acts first.
    #[inline]
    #[must_use]
    pub fn moved_on(self) -> TurnOrder {
        TurnOrder { first: self.after(self.first), ..self }
    }

    /// The seat at a place in the order, from 0.
    #[inline(always)]
    pub fn seat(self, place: usize) -> usize {
        debug_assert!(place < self.players, "place {place} of {}", self.players);
        let seat = self.first + place;
        if seat >= self.players { seat - self.players } else { seat }
    }

    /// The place of a seat in the order, from 0.
    #[inline(always)]
    pub fn place(self, seat: usize) -> usize {
        if seat >= self.first { seat - self.first } else { seat + self.players - self.first }
    }

    /// The seats in turn order.
    #[inline(always)]
    pub fn seats(self) -> impl Iterator<Item = usize> + Clone {
        (0..self.players).map(move |place| self.seat(place))
    }

    /// The seat to the left of `seat`.
    #[inline(always)]
    pub fn after(self, seat: usize) -> usize {
        if seat + 1 >= self.players { 0 } else { seat + 1 }
    }

    /// The seat to the right of `seat`.
    #[inline(always)]
    pub fn before(self, seat: usize) -> usize {
        if seat == 0 { self.players - 1 } else { seat - 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_has_its_turn_from_the_first_on() {
        for players in 1..9 {
            for first in 0..players {
                let order = TurnOrder::of_session((first + 3 * players) as u64, players);
                assert_eq!(order.first, first);
                let seats: Vec<usize> = order.seats().collect();
                let expected: Vec<usize> = (first..players).chain(0..first).collect();
                assert_eq!(seats, expected);
                let last = order.before(first);
                assert_eq!((seats[players - 1], order.after(last)), (last, first));
                for (place, &seat) in seats.iter().enumerate() {
                    assert_eq!((order.place(seat), order.seat(place)), (place, seat));
                }
                assert_eq!(order.moved_on().first, order.after(first));
            }
        }
    }
}
