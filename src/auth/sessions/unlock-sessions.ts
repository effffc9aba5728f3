import type { Queries } from '../../database/database.ts'

/** Resets the failed attempts of a user's active sessions when the account is unlocked (rule A-24). */
export async function unlockSessions(db: Queries, userId: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ failed_attempts: 0, first_failed_at: null, last_failed_at: null, locked_at: null })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('failed_attempts', '>', 0)
    .execute()
}
