import type { ReadsByName } from './reads.ts'
import { ACCOUNTS } from './reads/accounts.ts'
import { COMMENTS } from './reads/comments.ts'
import { BY_NAME, COMPONENTS } from './reads/components.ts'
import { GUIDE } from './reads/guides.ts'
import { PROJECTS } from './reads/projects.ts'
import { REQUIREMENTS } from './reads/requirements.ts'
import { SEARCH } from './reads/search.ts'

/** All reads of the floor that have no handler of their own. */
export const READS: ReadsByName = {
  ...PROJECTS,
  ...COMPONENTS,
  ...REQUIREMENTS,
  ...COMMENTS,
  ...GUIDE,
  ...ACCOUNTS,
  ...SEARCH,
  ...BY_NAME,
}
