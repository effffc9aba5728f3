import { User } from '../../../entities/user.ts'
import type { Em } from '../../database/database.ts'
import { validationError } from '../../errors.ts'

/** Whether no other account has this address. */
export async function isEmailAvailable(em: Em, email: string, exceptId = 0): Promise<boolean> {
  return (await em.count(User, { email, id: { $ne: exceptId } })) === 0
}

/** Throws 422 when another account has this address. */
export async function assertEmailAvailable(em: Em, email: string, exceptId = 0): Promise<void> {
  if (!(await isEmailAvailable(em, email, exceptId))) {
    throw validationError('user.email_taken', 'email', 'has already been taken')
  }
}
