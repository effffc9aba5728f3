import { createPlaces, crowded, type Leave, type Places } from './places.ts'

/** Counts the live boards of each person, in all processes of one start of the service together. */
export interface BoardPlaces {
  /** A place for one more board of this person. Throws 429 when they have too many for more than a moment. */
  open: (userId: number) => Promise<Leave>
}

/** A page that is loaded again opens its board before the server has heard that the old one is gone. */
const WAIT_MS = 2000
const RETRY_AFTER = 5

/** The 429 of one board too many. */
export function tooManyBoards(each: number) {
  return crowded('too_many_boards', `One person has at most ${each} live boards open.`, RETRY_AFTER)
}

/** Places for `each` boards per person, counted here. */
export function createBoardPlaces(each: number): BoardPlaces {
  const places: Places = createPlaces({
    each,
    waiting: each,
    waitMs: WAIT_MS,
    refusal: () => tooManyBoards(each),
  })
  return { open: (userId) => places.enter(String(userId)) }
}
