import type { Writes } from './writes.ts'
import { COMMENTS } from './writes/comments.ts'
import { DECISIONS } from './writes/decisions.ts'
import { MODERATION } from './writes/moderation.ts'
import { REQUIREMENTS } from './writes/requirements.ts'
import { SELECTIONS } from './writes/selections.ts'

/** All writes of the floor that have no handler of their own. */
export const WRITES: Writes = { ...COMMENTS, ...DECISIONS, ...SELECTIONS, ...MODERATION, ...REQUIREMENTS }
