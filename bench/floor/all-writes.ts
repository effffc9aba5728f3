import type { Writes } from './writes.ts'
import { ACCOUNTS } from './writes/accounts.ts'
import { COMMENTS } from './writes/comments.ts'
import { DECISIONS } from './writes/decisions.ts'
import { MEMBERS } from './writes/members.ts'
import { MODERATION } from './writes/moderation.ts'
import { PROJECTS } from './writes/projects.ts'
import { REQUIREMENTS } from './writes/requirements.ts'
import { SELECTIONS } from './writes/selections.ts'

/** All writes of the floor that have no handler of their own. */
export const WRITES: Writes = {
  ...ACCOUNTS,
  ...COMMENTS,
  ...DECISIONS,
  ...MEMBERS,
  ...MODERATION,
  ...PROJECTS,
  ...REQUIREMENTS,
  ...SELECTIONS,
}
