import type { Queries } from '../../database/database.ts'

/** Forgets the wrong passwords of a user's live sessions, when the lock of the account is lifted (rule A-24). */
export async function unlockSessions(db: Queries, userId: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ failed_attempts: 0, first_failed_at: null, last_failed_at: null, locked_at: null })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('failed_attempts', '>', 0)
    .execute()
}
