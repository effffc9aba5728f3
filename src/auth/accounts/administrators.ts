import { LockMode } from '@mikro-orm/core'
import { User } from '../../../entities/user.ts'
import type { Em } from '../../database.ts'
import { notFound } from '../../errors.ts'

/**
 * Locks a user together with everybody who may administrate, in id order, and answers how many of those there are
 * beside the user. Whoever takes a right away starts here, so that two of them can neither leave nobody nor wait for
 * each other (rule A-15). Throws 404 for an unknown user.
 */
export async function lockWithAdministrators(
  em: Em,
  userId: number,
): Promise<{ user: User; others: number }> {
  const locked = await em.find(
    User,
    { $or: [{ admin: true }, { id: userId }] },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  )
  const user = locked.find(({ id }) => id === userId)
  if (!user) throw notFound()
  const others = locked.filter((other) => other !== user && other.admin && other.lockReason !== 'admin')
  return { user, others: others.length }
}
