import { mergeRouters } from '../src/trpc.ts'
import { accepting } from './reviews/accept-and-edit.ts'
import { assignment } from './reviews/assignment.ts'
import { bulk } from './reviews/bulk.ts'
import { closing } from './reviews/closing.ts'
import { commenting } from './reviews/commenting.ts'
import { destroying } from './reviews/destroying.ts'
import { lists } from './reviews/lists.ts'
import { merging } from './reviews/merging.ts'
import { moderation } from './reviews/moderation.ts'
import { moving } from './reviews/moving.ts'
import { own } from './reviews/own.ts'
import { redacting } from './reviews/redacting.ts'
import { reading } from './reviews/reading.ts'
import { similar } from './reviews/similar.ts'
import { summaries } from './reviews/summaries.ts'
import { triage } from './reviews/triage.ts'

/** Everything that is said about requirements and components, and what becomes of it. */
export const reviews = mergeRouters(
  reading,
  commenting,
  own,
  triage,
  bulk,
  merging,
  closing,
  accepting,
  assignment,
  moderation,
  moving,
  destroying,
  redacting,
  lists,
  summaries,
  similar,
)
