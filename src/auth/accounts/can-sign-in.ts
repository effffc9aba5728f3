import { type RawBuilder, sql } from 'kysely'
import type { Env } from '../../config/env.ts'

/** Whether an account can sign in. Others can't become members, and the user search hides them (rule A-10). */
export function canSignIn(
  {
    lockReason,
    confirmedAt,
  }: { lockReason?: string | null | undefined; confirmedAt?: Date | null | undefined },
  env: Env,
): boolean {
  const confirmed_at = confirmedAt?.toISOString() ?? null
  return !refusesSignIn({ lock_reason: lockReason ?? null, confirmed_at }, env)
}

/** `canSignIn` as an SQL condition on a users alias. */
export function canSignInSql(user: string, needsConfirmation: boolean): RawBuilder<boolean> {
  const confirmed = needsConfirmation ? sql` and ${sql.ref(`${user}.confirmed_at`)} is not null` : sql``
  return sql<boolean>`(${sql.ref(`${user}.lock_reason`)} is distinct from 'admin'${confirmed})`
}

/** Whether an account rejects all credentials: it is locked by an administrator, or unconfirmed. */
export function refusesSignIn(
  account: { lock_reason: string | null; confirmed_at: string | null },
  { accounts }: Env,
): boolean {
  return account.lock_reason === 'admin' || (accounts.emailConfirmation && account.confirmed_at === null)
}
