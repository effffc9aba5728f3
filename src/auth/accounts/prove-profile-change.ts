import { isLocal } from '../../../entities/user.ts'
import type { Actor } from '../../audit/actor.ts'
import type { PasswordAttempt } from '../passwords/check.ts'
import { choosePassword } from '../passwords/choose.ts'
import {
  createPasswordMissingError,
  createPasswordWrongError,
  proveFreshProviderSignIn,
  provePassword,
  type Proof,
} from '../reauthenticate.ts'

/** Requested changes of the caller's own profile. */
export interface ProfileChange {
  name?: string | undefined
  email?: string | undefined
  password?: string | null | undefined
  password_confirmation?: string | null | undefined
  current_password?: string | null | undefined
}

/** The changes that require proof, and the proof. */
export interface ProvenChange {
  email: string | null
  passwordHash: string | null
  /** Null if no change requires proof. */
  proof: Proof | null
}

/**
 * Proves the caller if the change requires it (rule A-16): the current password for a new address or password, or a
 * recent provider sign-in for the first password. Call it outside transactions.
 * @throws 422, 403 `reauthentication_required`, 423, 429
 */
export async function proveProfileChange(
  ctx: PasswordAttempt & { actor: Actor },
  change: ProfileChange,
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
  const email = local && change.email !== undefined && change.email !== row.email ? change.email : null
  const password = change.password ? change.password : null
  if (email === null && password === null) return { email, passwordHash: null, proof: null }
  const proof = row.password_automatically_set
    ? await proveFreshProviderSignIn(ctx)
    : await proveByPassword(ctx, change.current_password ?? '', password !== null)
  if (password === null) return { email, passwordHash: null, proof }
  const owner = { name: change.name ?? actor.name, email: email ?? row.email }
  const passwordHash = await choosePassword(
    services.env,
    password,
    owner,
    change.password_confirmation ?? undefined,
  )
  return { email, passwordHash, proof }
}

/** Failed sign-ins of others must not prevent the owner from changing the password (rule A-21). */
function proveByPassword(
  ctx: PasswordAttempt & { actor: Actor },
  password: string,
  onlySessionLocks: boolean,
): Promise<Proof> {
  if (password === '') throw createPasswordMissingError()
  return provePassword(ctx, password, { wrong: createPasswordWrongError(), onlySessionLocks })
}
