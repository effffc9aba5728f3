import { sql } from 'kysely'
import type { JobState } from '../../../entities/job.ts'
import type { Queries } from '../../../src/database/database.ts'
import { toJobView, selectJobs } from '../../../src/jobs/view.ts'

/** Reads a page of a user's jobs, newest first. */
export async function listOwnJobs(
  db: Queries,
  userId: number,
  { state, page, per_page }: { state?: JobState | undefined; page: number; per_page: number },
) {
  let jobs = selectJobs(db).where('j.user_id', '=', userId)
  if (state) jobs = jobs.where('j.state', '=', state)
  const { total } = await jobs
    .clearSelect()
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow()
  const rows = await jobs
    .orderBy('j.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { jobs: rows.map(toJobView), pagination: { page, per_page, total } }
}
