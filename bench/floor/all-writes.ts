import type { WritesByName } from './writes.ts'
import { ACCOUNTS } from './writes/accounts.ts'
import { BULK } from './writes/bulk.ts'
import { COMMENTS } from './writes/comments.ts'
import { COMPONENTS } from './writes/components.ts'
import { DECISIONS } from './writes/decisions.ts'
import { MEMBERS } from './writes/members.ts'
import { MODERATION } from './writes/moderation.ts'
import { PROJECTS } from './writes/projects.ts'
import { RELOCATIONS } from './writes/relocations.ts'
import { REQUIREMENTS } from './writes/requirements.ts'
import { SATISFACTIONS } from './writes/satisfactions.ts'
import { SELECTIONS } from './writes/selections.ts'

/** All writes of the floor that have no handler of their own. */
export const WRITES: WritesByName = {
  ...ACCOUNTS,
  ...BULK,
  ...COMMENTS,
  ...COMPONENTS,
  ...DECISIONS,
  ...MEMBERS,
  ...MODERATION,
  ...PROJECTS,
  ...RELOCATIONS,
  ...REQUIREMENTS,
  ...SATISFACTIONS,
  ...SELECTIONS,
}
