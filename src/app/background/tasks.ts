import { sweepFailedSignIns } from '../../auth/accounts/failed-sign-ins.ts'
import {
  revokeIdleTokens,
  sweepAnonymousSessions,
  sweepOutbox,
  notifyOfExpiringTokens,
} from '../../auth/maintenance.ts'
import { sendDigests } from '../../events/digest.ts'
import { notifyPeople } from '../../events/notify.ts'
import { deliverOutbox } from '../../outbox/deliver.ts'
import { storeMissingSignatures } from '../../search/similarity/store.ts'
import { compactCommentCountDeltas } from './comment-count-deltas.ts'
import { followCommentPeriods } from './comment-periods.ts'
import { updateDeletedRuleCounts } from './deleted-rule-counts.ts'
import { runWaitingJobs } from './jobs.ts'
import { compactRuleCountDeltas } from './rule-count-deltas.ts'
import {
  sweepBulkUpdates,
  sweepDomainEvents,
  sweepJobs,
  sweepIdempotencyKeys,
  sweepPresences,
  sweepRateCounters,
} from './sweeps.ts'
import type { BackgroundTask } from './task.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const MAILS = ['account', 'mail'] as const
const CHAT = ['chat'] as const

/** All background tasks; they run in one process of the service. */
export const backgroundTasks: readonly BackgroundTask[] = [
  { name: 'serving_heartbeat', everyMs: 500, run: ({ throttle }) => throttle.reportServing() },
  // Separate tasks: a password reset must not wait for chat messages or a chat that does not respond.
  { name: 'outbox', everyMs: 1000, run: (services, signal) => deliverOutbox(services, signal, MAILS) },
  { name: 'chat_messages', everyMs: 1000, run: (services, signal) => deliverOutbox(services, signal, CHAT) },
  { name: 'delivered_messages', everyMs: HOUR, run: sweepOutbox },
  { name: 'anonymous_sessions', everyMs: HOUR, run: sweepAnonymousSessions },
  { name: 'failed_sign_ins', everyMs: 10 * MINUTE, run: sweepFailedSignIns },
  { name: 'idle_tokens', everyMs: HOUR, run: revokeIdleTokens },
  { name: 'expiring_tokens', everyMs: HOUR, run: notifyOfExpiringTokens },
  { name: 'rate_limit_counters', everyMs: 10 * MINUTE, run: sweepRateCounters },
  { name: 'idempotency_keys', everyMs: HOUR, run: sweepIdempotencyKeys },
  { name: 'jobs', everyMs: 500, run: runWaitingJobs },
  { name: 'ended_jobs', everyMs: 10 * MINUTE, run: sweepJobs },
  { name: 'bulk_updates', everyMs: HOUR, run: sweepBulkUpdates },
  { name: 'presences', everyMs: MINUTE, run: sweepPresences },
  { name: 'notifications', everyMs: 5000, run: notifyPeople },
  { name: 'comment_periods', everyMs: 15_000, run: followCommentPeriods },
  { name: 'daily_mails', everyMs: 10 * MINUTE, run: sendDigests },
  { name: 'comment_signatures', everyMs: MINUTE, run: storeMissingSignatures },
  { name: 'search_index', everyMs: MINUTE, run: ({ indexer }, signal) => indexer.catchUp(signal) },
  { name: 'comment_counts', everyMs: 10_000, run: compactCommentCountDeltas },
  { name: 'deleted_rule_counts', everyMs: 30_000, run: updateDeletedRuleCounts },
  { name: 'rule_counts', everyMs: 10_000, run: compactRuleCountDeltas },
  { name: 'domain_events', everyMs: HOUR, run: sweepDomainEvents },
]
