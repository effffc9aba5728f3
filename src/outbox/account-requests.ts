import { LockMode } from '@mikro-orm/core'
import { z } from 'zod'
import { OutboxMessage } from '../../entities/outbox-message.ts'
import { User } from '../../entities/user.ts'
import { hasVerifiedEmail } from '../../entities/verified-email.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import { createSecurityEntry } from '../audit/entries/security-entry.ts'
import { runInTransaction } from '../audit/transaction.ts'
import type { Em } from '../database/database.ts'
import type { RequestContext } from '../request-context.ts'
import type { Services } from '../services.ts'
import {
  enqueueConfirmationMail,
  enqueueResetMail,
  enqueueUnlockMail,
  notifyOfLock,
} from './account-mails.ts'

const AccountRequest = z.object({
  /** `locked`: failures locked the address a moment ago. */
  mail: z.enum(['reset', 'confirmation', 'unlock', 'locked']),
  email: z.string(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
})
type AccountRequest = z.infer<typeof AccountRequest>

/**
 * Queues the request for a mail to the account of an address. The account is looked up after the response, so that requests
 * for known and unknown addresses take the same time (rule A-11).
 */
export function requestAccountMail(
  em: Em,
  { request }: Pick<RequestContext, 'request'>,
  mail: AccountRequest['mail'],
  email: string,
  now: Date,
): void {
  const payload: AccountRequest = { mail, email, address: request.address, requestId: request.id }
  em.create(OutboxMessage, { kind: 'account', payload, nextAttemptAt: now, createdAt: now })
}

/** Enqueues the requested mail if the account exists and can get it. */
export async function writeAccountMail(
  services: Pick<Services, 'database' | 'env' | 'clock'>,
  payload: unknown,
): Promise<void> {
  const accountRequest = AccountRequest.parse(payload)
  const { address, requestId } = accountRequest
  const origin = { actor: null, address, requestId, now: services.clock() }
  await runInTransaction(services.database, origin, (em, auditLog) =>
    writeRequestedMail(services, em, auditLog, accountRequest, origin.now),
  )
}

async function writeRequestedMail(
  { env }: Pick<Services, 'env'>,
  em: Em,
  auditLog: AuditLog,
  { mail, email, address }: AccountRequest,
  now: Date,
): Promise<void> {
  const condition = mail === 'confirmation' ? { $or: [{ email }, { unconfirmedEmail: email }] } : { email }
  const user = await em.findOne(User, condition, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!user) return
  if (mail === 'reset') {
    if (enqueueResetMail(em, env, user, now)) {
      auditLog.record(createSecurityEntry(user, 'password_reset_sent'))
    }
  } else if (mail === 'confirmation') {
    if (!user.confirmedAt || user.unconfirmedEmail || !hasVerifiedEmail(user)) {
      enqueueConfirmationMail(em, env, user, now)
    }
  } else if (user.lockReason === 'failed_attempts') {
    if (env.lockout.strategy !== 'time') enqueueUnlockMail(em, env, user, now)
    if (mail === 'locked' && env.lockout.notifyAdmins) await notifyOfLock(em, user, address, now)
  }
}
