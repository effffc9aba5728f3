import type { Env } from '../../env.ts'

/** Whether an account lets nobody in, whatever credential they bring: locked by an administrator, or unconfirmed. */
export function refusesSignIn(
  account: { lock_reason: string | null; confirmed_at: string | null },
  { accounts }: Env,
): boolean {
  return account.lock_reason === 'admin' || (accounts.emailConfirmation && account.confirmed_at === null)
}
