import { User } from '../../../entities/user.ts'
import type { Em } from '../../database.ts'
import { invalid } from '../../errors.ts'

/** Throws 422 when another account has this address. */
export async function assertEmailFree(em: Em, email: string, exceptId = 0): Promise<void> {
  const taken = await em.count(User, { email, id: { $ne: exceptId } })
  if (taken > 0) throw invalid('user.email_taken', 'email', 'has already been taken')
}
