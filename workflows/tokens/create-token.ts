import { LockMode } from '@mikro-orm/core'
import { sql } from 'kysely'
import { AccessToken, assertTokenQuota, toDay, toTokenExpiry } from '../../entities/access-token.ts'
import { User } from '../../entities/user.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { isTokenActive } from '../../src/auth/active-token.ts'
import { assertProofValid, type Proof } from '../../src/auth/reauthenticate.ts'
import { notFoundError } from '../../src/errors.ts'
import { digestHex, createPersonalAccessToken, toShownPrefix } from '../../src/lib/secrets.ts'
import { enqueueSignInNotice, toVerifiedText } from '../../src/outbox/account-mails.ts'
import type { TokenScope } from '../../src/vocabulary.ts'

/** A requested token. */
export interface TokenRequest {
  name: string
  scopes: TokenScope[]
  expiresAt: string | null
  allowedIps: string[] | null
  proof: Proof
}

/**
 * Creates an access token of the caller and emails them; `raw` is its value, which is not stored (rule A-44).
 * @throws 404, 422 for too many tokens or an expiry out of range
 */
export async function createToken(
  work: UnitOfWork,
  request: TokenRequest,
): Promise<{ raw: string; token: AccessToken }> {
  const { em, db, actor, now, env } = work
  const expiresAt = toTokenExpiry(request.expiresAt, now, env.tokens.maxLifetimeDays)
  const owner = await em.findOne(User, { id: actor.id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!owner) throw notFoundError()
  await assertProofValid(work, request.proof)
  const { active } = await db
    .selectFrom('access_tokens as t')
    .select(sql<number>`count(*)::int`.as('active'))
    .where('t.user_id', '=', owner.id)
    .where(isTokenActive('t', toDay(now)))
    .executeTakeFirstOrThrow()
  assertTokenQuota(active, env.tokens.maxPerUser)
  const raw = createPersonalAccessToken(env.service.name)
  const token = em.create(AccessToken, {
    userId: owner.id,
    name: request.name,
    tokenPrefix: toShownPrefix(raw, env.service.name),
    tokenDigest: digestHex(raw),
    scopes: request.scopes,
    expiresAt,
    allowedIps: request.allowedIps,
    createdAt: now,
  })
  const tokenName = toVerifiedText(owner, `named "${request.name}"`)
  const text = `An access token${tokenName && ` ${tokenName}`} was created on your account.`
  enqueueSignInNotice(em, owner.email, 'Access token created', text, now)
  await em.flush()
  return { raw, token }
}
