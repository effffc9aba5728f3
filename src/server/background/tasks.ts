import { sweepAddressFailures } from '../../auth/accounts/address-failures.ts'
import {
  revokeIdleTokens,
  sweepAnonymousSessions,
  sweepOutbox,
  tellExpiringTokens,
} from '../../auth/maintenance.ts'
import { sendDigests } from '../../events/digest.ts'
import { notifyPeople } from '../../events/notify.ts'
import { deliverOutbox } from '../../outbox/deliver.ts'
import { signMissing } from '../../similarity/store.ts'
import { buryTallies } from './burials.ts'
import type { BackgroundTask } from './task.ts'
import {
  sweepBulkUpdates,
  sweepDomainEvents,
  sweepJobs,
  sweepIdempotencyKeys,
  sweepRateCounters,
} from './sweeps.ts'
import { runWaitingJobs } from './jobs.ts'
import { forgetPlans } from './plans.ts'
import { keepRuleTallies } from './rule-tallies.ts'
import { renewStatistics } from './statistics.ts'
import { mergeTallies } from './tallies.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const MAILS = ['account', 'mail'] as const
const CHAT = ['chat'] as const

/** Everything that runs beside the requests, in one process of the service. */
export const backgroundTasks: readonly BackgroundTask[] = [
  { name: 'word of requests', everyMs: 500, run: ({ pacer }) => pacer.tell() },
  // Apart, because a password reset must not wait behind chat messages, or for a chat that is silent.
  { name: 'outbox', everyMs: 1000, run: (services, signal) => deliverOutbox(services, signal, MAILS) },
  { name: 'chat messages', everyMs: 1000, run: (services, signal) => deliverOutbox(services, signal, CHAT) },
  { name: 'delivered messages', everyMs: HOUR, run: sweepOutbox },
  { name: 'anonymous sessions', everyMs: HOUR, run: sweepAnonymousSessions },
  { name: 'failures of addresses', everyMs: 10 * MINUTE, run: sweepAddressFailures },
  { name: 'idle tokens', everyMs: HOUR, run: revokeIdleTokens },
  { name: 'expiring tokens', everyMs: HOUR, run: tellExpiringTokens },
  { name: 'rate counters', everyMs: 10 * MINUTE, run: sweepRateCounters },
  { name: 'idempotency keys', everyMs: HOUR, run: sweepIdempotencyKeys },
  { name: 'jobs', everyMs: 500, run: runWaitingJobs },
  { name: 'ended jobs', everyMs: 10 * MINUTE, run: sweepJobs },
  { name: 'bulk updates', everyMs: HOUR, run: sweepBulkUpdates },
  { name: 'notifications', everyMs: 5000, run: notifyPeople },
  { name: 'daily mails', everyMs: 10 * MINUTE, run: sendDigests },
  { name: 'signatures of comments', everyMs: MINUTE, run: signMissing },
  { name: 'words of the search', everyMs: MINUTE, run: ({ indexer }, signal) => indexer.catchUp(signal) },
  { name: 'counts of comments', everyMs: 10_000, run: mergeTallies },
  { name: 'counts of deleted requirements', everyMs: 30_000, run: buryTallies },
  { name: 'counts of requirements', everyMs: 10_000, run: keepRuleTallies },
  { name: 'statistics of tables', everyMs: 10_000, run: renewStatistics },
  { name: 'plans of statements', everyMs: 10_000, run: forgetPlans },
  { name: 'domain events', everyMs: HOUR, run: sweepDomainEvents },
]
