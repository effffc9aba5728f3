import { LockMode } from '@mikro-orm/core'
import { User } from '../../../entities/user.ts'
import type { UnitOfWork } from '../../audit/unit-of-work.ts'
import { toKysely, type Em } from '../../database/database.ts'
import { preparedQuery } from '../../database/prepared-query.ts'
import { notFoundError } from '../../errors.ts'
import { createSystemAdminOnlyError } from '../access/effective-access.ts'
import { assertProofValid, type Proof } from '../reauthenticate.ts'

const LOCK = { lockMode: LockMode.PESSIMISTIC_WRITE } as const

const findAdminRight = preparedQuery<{ admin: boolean }>((db, userId: number) =>
  db.selectFrom('users').select('admin').where('id', '=', userId),
)

/**
 * Locks a user and, if they are an administrator, all administrators in id order. Concurrent removals then can't
 * deadlock, and can't remove the last administrator (rule A-15). Returns the user and the number of other
 * administrators. Throws 404 for an unknown user.
 */
export async function lockWithAdministrators(
  em: Em,
  userId: number,
): Promise<{ user: User; others: number }> {
  const [rights] = await findAdminRight(toKysely(em), userId)
  if (!rights) throw notFoundError()
  if (!rights.admin) {
    const user = await em.findOne(User, { id: userId }, LOCK)
    if (!user) throw notFoundError()
    // The user became an administrator before the lock.
    if (!user.admin) return { user, others: 0 }
  }
  return pickUser(await lockAll(em, userId), userId)
}

/**
 * Locks a user and all administrators, and checks the caller again: their right or sign-in may have ended while the
 * request waited (rule A-92). A demotion has no proof.
 * @throws 404 for an unknown user, 403 if the caller is no longer an administrator
 */
export async function lockAsAdministrator(
  work: Pick<UnitOfWork, 'em' | 'db' | 'actor'>,
  userId: number,
  proof: Proof | null,
): Promise<{ user: User; others: number }> {
  const locked = await lockAll(work.em, userId)
  assertStillAdministrator(locked, work.actor)
  if (proof) await assertProofValid(work, proof)
  return pickUser(locked, userId)
}

/** Locks all administrators for a change without a target user, and checks the caller again. */
export async function lockAdministrators(
  work: Pick<UnitOfWork, 'em' | 'db' | 'actor'>,
  proof: Proof,
): Promise<void> {
  assertStillAdministrator(await lockAll(work.em, work.actor.id), work.actor)
  await assertProofValid(work, proof)
}

function lockAll(em: Em, userId: number): Promise<User[]> {
  const condition = { $or: [{ admin: true }, { id: userId }] }
  return em.find(User, condition, { ...LOCK, orderBy: { id: 'asc' }, refresh: true })
}

function pickUser(locked: User[], userId: number): { user: User; others: number } {
  const user = locked.find(({ id }) => id === userId)
  if (!user) throw notFoundError()
  const others = locked.filter((other) => other !== user && other.admin && other.lockReason !== 'admin')
  return { user, others: others.length }
}

function assertStillAdministrator(locked: User[], actor: { id: number }): void {
  const caller = locked.find(({ id }) => id === actor.id)
  if (!caller?.admin || caller.lockReason === 'admin') throw createSystemAdminOnlyError()
}
