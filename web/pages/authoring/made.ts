/** For how long the service takes own changes of many requirements back. */
export const UNDO_MS = 10 * 60_000

/** A change of many requirements that one made. */
export interface Made {
  componentId: number
  updateId: string
  at: number
}

/** The newest change of a component that can still be taken back; undefined where there is none. */
export function lastMade<T extends Made>(all: readonly T[], componentId: number, now: number): T | undefined {
  return all.findLast((one) => one.componentId === componentId && now - one.at < UNDO_MS)
}
