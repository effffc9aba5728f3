import { isLocal } from '../../entities/user.ts'
import type { Actor } from '../audit/actor.ts'
import type { UnitOfWork } from '../audit/unit-of-work.ts'
import type { Queries } from '../database/database.ts'
import { preparedQuery } from '../database/prepared-query.ts'
import { DomainError, validationError } from '../errors.ts'
import { checkPassword, type PasswordAttempt } from './passwords/check.ts'

/** Proof that the user controls the caller's account; see `assertProofValid`. */
export interface Proof {
  /** The hash of the verified password; null for a recent sign-in. */
  passwordHash: string | null
}

/** How long a sign-in counts as proof (rules ). */
const FRESH_MS = 5 * 60_000

type Caller = PasswordAttempt & { actor: Actor }

/**
 * Proves the caller by the current password or, without one, by a provider sign-in of the last five minutes (rule
 * Call it outside transactions.
 * @throws `wrong`, 403 `reauthentication_required`, 423, 429
 */
export async function reauthenticate(
  ctx: Caller,
  password: string | undefined,
  wrong: DomainError,
): Promise<Proof> {
  const { local, usablePassword } = await loadCredentials(ctx.services.database.queries, ctx.actor.id)
  if (local || (usablePassword && password)) return provePassword(ctx, password ?? '', { wrong })
  return proveFreshProviderSignIn(ctx)
}

/**
 * Proves an administrator before a privileged change, by password or any sign-in of the last five minutes (rule A-92).
 * Call it outside transactions.
 * @throws 422 for a missing or wrong password, 403 `reauthentication_required`, 423, 429
 */
export async function proveAdministrator(ctx: Caller, password: string): Promise<Proof> {
  if (password === '') {
    const fresh = await findRecentSignIn(ctx)
    if (fresh) return fresh
  }
  const { local, usablePassword } = await loadCredentials(ctx.services.database.queries, ctx.actor.id)
  if (!local && !usablePassword) throw createReauthenticationError()
  if (password === '') throw createPasswordMissingError()
  return provePassword(ctx, password, { wrong: createPasswordWrongError(), onlySessionLocks: true })
}

/** The proof of a sign-in within the last five minutes; null if there is none. */
export async function findRecentSignIn(ctx: Caller): Promise<Proof | null> {
  return (await hasRecentSignIn(ctx, 'by any method')) ? { passwordHash: null } : null
}

/**
 * Proves the caller by the current password only. With `onlySessionLocks`, failed sign-ins of others do not block it.
 * @throws `wrong`, 423, 429
 */
export async function provePassword(
  ctx: Caller,
  password: string,
  { wrong, onlySessionLocks = false }: { wrong: DomainError; onlySessionLocks?: boolean },
): Promise<Proof> {
  const check = { subject: { actor: ctx.actor }, password, wrong, signIn: false, onlySessionLocks }
  const { passwordHash } = await checkPassword(ctx, check)
  return { passwordHash }
}

/** Proves the caller by a provider sign-in of the last five minutes. Throws 403 `reauthentication_required`. */
export async function proveFreshProviderSignIn(ctx: Caller): Promise<Proof> {
  if (await hasRecentSignIn(ctx, 'by a provider')) return { passwordHash: null }
  throw createReauthenticationError('Sign in with your provider again, then repeat this.')
}

/**
 * Checks a proof again under the transaction's locks: the password may have changed, or the session or token ended.
 * @throws 403 `reauthentication_required`
 */
export async function assertProofValid(
  { db, actor }: Pick<UnitOfWork, 'db' | 'actor'>,
  { passwordHash }: Proof,
): Promise<void> {
  const [state] = await findCredentialState(
    db,
    actor.id,
    actor.session?.id ?? NO_ID,
    actor.token?.id ?? NO_ID,
  )
  const same = passwordHash === null || state?.password_hash === passwordHash
  if (state && same && state.ended_at === null && state.revoked_at === null) return
  throw createReauthenticationError(
    'How you sign in changed in the meantime. Sign in again, then repeat this.',
  )
}

const NO_ID = 0

interface CredentialState {
  password_hash: string | null
  ended_at: string | null
  revoked_at: string | null
}

const findCredentialState = preparedQuery<
  CredentialState,
  [userId: number, sessionId: number, tokenId: number]
>((db, userId, sessionId, tokenId) =>
  db
    .selectFrom('users as u')
    .leftJoin('sessions as s', (join) => join.on('s.id', '=', sessionId))
    .leftJoin('access_tokens as t', (join) => join.on('t.id', '=', tokenId))
    .select(['u.password_hash', 's.ended_at', 't.revoked_at'])
    .where('u.id', '=', userId),
)

/** Creates the 403 that asks for a new sign-in, if there is no password to check. */
export function createReauthenticationError(
  message = 'Sign in again, then repeat this within five minutes.',
): DomainError {
  return new DomainError('forbidden', 'reauthentication_required', message)
}

/** Creates the 422 for a missing current password. */
export function createPasswordMissingError(): DomainError {
  const message = 'Your current password is needed for this.'
  return validationError('user.current_password_missing', 'current_password', message)
}

/** Creates the 422 for a wrong current password. */
export function createPasswordWrongError(): DomainError {
  const message = 'Your current password is wrong.'
  return new DomainError('invalid', 'incorrect_password', message, {
    errors: { current_password: [message] },
  })
}

async function hasRecentSignIn(ctx: Caller, method: 'by any method' | 'by a provider'): Promise<boolean> {
  const { queries } = ctx.services.database
  const session = await queries
    .selectFrom('sessions')
    .select(['created_at', 'auth_method'])
    .where('id', '=', ctx.actor.session?.id ?? NO_ID)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!session || (method === 'by a provider' && session.auth_method === 'local')) return false
  return ctx.services.clock().getTime() - Date.parse(session.created_at) <= FRESH_MS
}

/** `usablePassword`: the user has chosen a password, even if the latest sign-in was external. */
async function loadCredentials(db: Queries, id: number) {
  const row = await db
    .selectFrom('users')
    .select(['provider', 'password_automatically_set', 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return { local: false, usablePassword: false }
  const { provider, password_automatically_set: passwordAutomaticallySet, password_hash: hash } = row
  const local = isLocal({ provider, passwordAutomaticallySet })
  return { local, usablePassword: !passwordAutomaticallySet && hash !== null }
}
