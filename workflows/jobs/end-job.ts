import { sql } from 'kysely'
import type { JobState } from '../../entities/job.ts'
import type { Queries } from '../../src/database/database.ts'

/**
 * Cancels a locked job that is queued or running, or deletes one that has ended. The writes of a running job
 * are rolled back, because it can no longer be marked as done (rule C-71).
 */
export async function endJob(
  db: Queries,
  { id, state }: { id: number; state: JobState },
): Promise<'cancelled' | 'forgotten'> {
  if (state !== 'queued' && state !== 'running') {
    await sql`delete from jobs where id = ${id}`.execute(db)
    return 'forgotten'
  }
  await sql`
    update jobs set state = 'cancelled', worker = null, finished_at = clock_timestamp(),
      updated_at = clock_timestamp()
    where id = ${id}`.execute(db)
  await sql`delete from job_chunks where job_id = ${id}`.execute(db)
  return 'cancelled'
}
