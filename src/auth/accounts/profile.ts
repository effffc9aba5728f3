import { isLocal } from '../../../entities/user.ts'
import { DomainError, invalid } from '../../errors.ts'
import type { Actor } from '../../access/actor.ts'
import { checkPassword, type Guessing } from '../passwords/check.ts'
import { choosePassword } from '../passwords/choose.ts'
import { assertFreshProviderSignIn } from '../sessions/sign-in.ts'

/** What somebody wants to change about themselves. */
export interface ProfileWish {
  name?: string | undefined
  email?: string | undefined
  password?: string | null | undefined
  password_confirmation?: string | null | undefined
  current_password?: string | null | undefined
}

/** What of it needs proof, once the proof was given: the new address and the hash of the new password. */
export interface ProvenChange {
  email: string | null
  passwordHash: string | null
}

/**
 * Asks for the current password where the change needs it (rule A-16): a new address of a local
 * account, and any new password but the first one of an account that a provider created, which needs a fresh
 * sign-in there. Addresses of provider-managed accounts are left alone. Call it outside transactions.
 * @throws 422, 403 `reauthentication_required`, 423, 429
 */
export async function proveProfileChange(
  ctx: Guessing & { actor: Actor },
  wish: ProfileWish,
): Promise<ProvenChange> {
  const { actor, services } = ctx
  const row = await services.database.queries
    .selectFrom('users')
    .select(['email', 'provider', 'password_automatically_set'])
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  const local = isLocal({
    provider: row.provider,
    passwordAutomaticallySet: row.password_automatically_set,
  })
  const email = local && wish.email !== undefined && wish.email !== row.email ? wish.email : null
  const password = wish.password ? wish.password : null
  if (email === null && password === null) return { email, passwordHash: null }
  if (row.password_automatically_set) await assertFreshProviderSignIn(ctx)
  else await proveByPassword(ctx, wish.current_password ?? '')
  if (password === null) return { email, passwordHash: null }
  const owner = { name: wish.name ?? actor.name, email: email ?? row.email }
  const passwordHash = await choosePassword(
    services.env,
    password,
    owner,
    wish.password_confirmation ?? undefined,
  )
  return { email, passwordHash }
}

async function proveByPassword(ctx: Guessing & { actor: Actor }, password: string): Promise<void> {
  if (password === '') {
    throw invalid(
      'user.current_password_missing',
      'current_password',
      'Your current password is needed for this.',
    )
  }
  const message = 'Your current password is not right.'
  const wrong = new DomainError('invalid', 'incorrect_password', message, {
    errors: { current_password: [message] },
  })
  await checkPassword(ctx, { who: { id: ctx.actor.id }, password, wrong, signIn: false })
}
