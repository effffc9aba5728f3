import { LockMode } from '@mikro-orm/core'
import { z } from 'zod'
import { User } from '../../../../entities/user.ts'
import { lockContacts } from '../../../auth/access/contacts.ts'
import { createSessionRequiredError } from '../../../auth/access/effective-access.ts'
import {
  lockAdministrators,
  lockAsAdministrator,
  lockWithAdministrators,
} from '../../../auth/accounts/administrators.ts'
import { proveAdministrator, findRecentSignIn, type Proof } from '../../../auth/reauthenticate.ts'
import type { Queries } from '../../../database/database.ts'
import { notFoundError } from '../../../errors.ts'
import { isRecord } from '../../../lib/json-values.ts'
import {
  privilegedNoTransaction,
  systemAdminNoTransaction,
  systemAdminWriting,
  transaction,
} from '../../base-procedures.ts'
import { pathId, text } from '../../schemas/shapes.ts'

const UserPath = z.object({ userId: pathId })

/** Top level or inside of `user`, as clients send it. */
export const currentPassword = text(1024).nullish().meta({
  description: 'Your current password. Without it, your sign-in must be at most five minutes old.',
})
/** Validated before the password is checked, so that an impossible password counts as no failed attempt. */
const PasswordInput = z.object({
  current_password: currentPassword,
  user: z.object({ current_password: currentPassword }).optional(),
})

const onUser = systemAdminWriting.meta({ access: { record: 'user', needs: 'system admin' } }).input(UserPath)

/** Loads and locks the user. */
export const administeringUser = onUser.use(async ({ ctx, input, next }) => {
  const user = await ctx.em.findOne(User, { id: input.userId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!user) throw notFoundError()
  return next({ ctx: { user } })
})

/** Loads and locks the user, and all administrators if the user is one; `others` counts the other administrators. */
export const removingAdministrator = onUser.use(async ({ ctx, input, next }) =>
  next({ ctx: await lockWithAdministrators(ctx.em, input.userId) }),
)

/**
 * Privileged changes of a user (rule A-92), in a session and with proof of identity. The proof is checked before the
 * transaction, and again when the user and all administrators are locked.
 */
const reauthenticatedOnUser = privilegedNoTransaction
  .meta({ access: { record: 'user', needs: 'privileged' }, errors: [423] })
  .input(UserPath.extend(PasswordInput.shape))
  .use(async ({ ctx, input, getRawInput, next }) => {
    await findUser(ctx.services.database.queries, input.userId)
    return next({ ctx: { proof: await proveAdministrator(ctx, readPassword(await getRawInput())) } })
  })
  .use(transaction)

/** Locks the user and all administrators. */
export const privileged = reauthenticatedOnUser.use(async ({ ctx, input, next }) =>
  next({ ctx: await lockAsAdministrator(ctx, input.userId, ctx.proof) }),
)

/** Locks nothing yet: deletions lock projects first. */
export const deleting = reauthenticatedOnUser

/**
 * Changes of a user's record. Promoting and changing the address require a proof as in `privileged`; tokens may change
 * the rest. Locks the projects that show the user, then the user and, for an admin right or address, all administrators.
 */
export const changing = systemAdminNoTransaction
  .meta({ access: { record: 'user', needs: 'system admin' }, errors: [423] })
  .input(UserPath.extend(PasswordInput.shape))
  .use(async ({ ctx, input, getRawInput, next }) => {
    const current = await findUser(ctx.services.database.queries, input.userId)
    const raw = await getRawInput()
    const values = readUserValues(raw)
    const isPromotion = !current.admin && differs(values['admin'], false)
    const needsProof = isPromotion || differs(values['email'], current.email)
    // Another administrator may change the value before the user is locked, so that a repeated value changes it.
    const isPrivileged = needsProof || (values['admin'] ?? values['email']) != null
    const proof = needsProof ? await prove(ctx, raw) : isPrivileged ? await findRecentSignIn(ctx) : null
    return next({ ctx: { proof, isPrivileged } })
  })
  .use(transaction)
  .use(async ({ ctx, input, next }) => {
    await lockContacts(ctx.db, input.userId)
    const locked = ctx.isPrivileged
      ? await lockAsAdministrator(ctx, input.userId, ctx.proof)
      : await lockWithAdministrators(ctx.em, input.userId)
    return next({ ctx: locked })
  })

/** Creating accounts; creating an administrator requires a proof as in `privileged`. */
export const creating = systemAdminNoTransaction
  .meta({ errors: [423] })
  .input(PasswordInput)
  .use(async ({ ctx, getRawInput, next }) => {
    const raw = await getRawInput()
    const isAdmin = differs(readUserValues(raw)['admin'], false)
    return next({ ctx: { proof: isAdmin ? await prove(ctx, raw) : null } })
  })
  .use(transaction)
  .use(async ({ ctx, next }) => {
    if (ctx.proof) await lockAdministrators(ctx, ctx.proof)
    return next()
  })

type Caller = Parameters<typeof proveAdministrator>[0]

async function prove(ctx: Caller, raw: unknown): Promise<Proof> {
  if (!ctx.actor.session) throw createSessionRequiredError()
  return proveAdministrator(ctx, readPassword(raw))
}

async function findUser(db: Queries, id: number): Promise<{ admin: boolean; email: string }> {
  const current = await db
    .selectFrom('users')
    .select(['admin', 'email'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!current) throw notFoundError()
  return current
}

/** Whether a member of the unvalidated body may change the current value; the schema rejects other types. */
function differs(value: unknown, current: boolean | string): boolean {
  return typeof value === typeof current && String(value).trim().toLowerCase() !== String(current)
}

/** Returns the `user` of an unvalidated body. */
function readUserValues(raw: unknown): Record<string, unknown> {
  return isRecord(raw) && isRecord(raw['user']) ? raw['user'] : {}
}

function readPassword(raw: unknown): string {
  if (!isRecord(raw)) return ''
  const password = raw['current_password'] ?? readUserValues(raw)['current_password']
  return typeof password === 'string' ? password : ''
}
