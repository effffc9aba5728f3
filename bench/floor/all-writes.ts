import type { Writes } from './writes.ts'
import { DECISIONS } from './writes/decisions.ts'

/** All writes of the floor that have no handler of their own. */
export const WRITES: Writes = { ...DECISIONS }
