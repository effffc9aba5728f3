import { LockMode } from '@mikro-orm/core'
import { sql } from 'kysely'
import { z } from 'zod'
import { OutboxMessage } from '../../entities/outbox-message.ts'
import { User } from '../../entities/user.ts'
import { hasVerifiedEmail, verifiedEmailSql } from '../../entities/verified-email.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import { createSecurityEntry } from '../audit/entries/security-entry.ts'
import { runInTransaction } from '../audit/transaction.ts'
import { toKysely, type Em } from '../database/database.ts'
import type { RequestContext } from '../request-context.ts'
import type { Services } from '../services.ts'
import {
  enqueueAddressTaken,
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

/**
 * Finds the account that a confirmation mail is for: the owner of the address if a confirmation of it is pending,
 * otherwise the account that last asked to change to the address, otherwise the owner. Null for an unknown address.
 */
async function findAccountToConfirm(em: Em, email: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.email = ${email} or u.unconfirmed_email = ${email}
    order by (u.email = ${email} and (u.unconfirmed_email is not null or u.confirmed_at is null
        or not (${sql.raw(verifiedEmailSql('u'))}))) desc,
      u.unconfirmed_email is not distinct from ${email} desc, u.confirmation_sent_at desc nulls last, u.id
    limit 1`.execute(toKysely(em))
  return rows[0]?.id ?? null
}

async function writeRequestedMail(
  { env }: Pick<Services, 'env'>,
  em: Em,
  auditLog: AuditLog,
  { mail, email, address }: AccountRequest,
  now: Date,
): Promise<void> {
  const condition = mail === 'confirmation' ? { id: (await findAccountToConfirm(em, email)) ?? 0 } : { email }
  const user = await em.findOne(User, condition, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!user) return
  if (mail === 'reset') {
    if (enqueueResetMail(em, env, user, now)) {
      auditLog.record(createSecurityEntry(user, 'password_reset_sent'))
    }
  } else if (mail === 'confirmation') {
    const pending = user.unconfirmedEmail
    // The link of a change to an address that has another account would be rejected.
    const isTaken = pending ? (await em.count(User, { email: pending })) > 0 : false
    if (pending && isTaken) enqueueAddressTaken(em, env, pending, now)
    else if (!user.confirmedAt || pending || !hasVerifiedEmail(user)) {
      enqueueConfirmationMail(em, env, user, now)
    }
  } else if (user.lockReason === 'failed_attempts') {
    if (env.lockout.strategy !== 'time') enqueueUnlockMail(em, env, user, now)
    if (mail === 'locked' && env.lockout.notifyAdmins) await notifyOfLock(em, user, address, now)
  }
}
