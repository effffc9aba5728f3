import { sql } from 'kysely'
import type { z } from 'zod'
import type { JobState } from '../../../entities/job.ts'
import type { Queries } from '../../../src/database/database.ts'
import { toJobView, selectJobs } from '../../../src/jobs/view.ts'
import type { JobPage } from './jobs.schema.ts'

/** A page of the jobs of all users, newest first. */
export async function listAllJobs(
  db: Queries,
  { state, page, per_page }: { state?: JobState | undefined; page: number; per_page: number },
): Promise<z.infer<typeof JobPage>> {
  let all = selectJobs(db)
    .innerJoin('users as u', 'u.id', 'j.user_id')
    .select(['u.id as user_id', 'u.name as user_name'])
  if (state) all = all.where('j.state', '=', state)
  const { total } = await all
    .clearSelect()
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow()
  const rows = await all
    .orderBy('j.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const jobs = rows.map(({ user_id, user_name, ...row }) => {
    const { refusal: _, ...job } = toJobView(row)
    return { ...job, user_id, user_name }
  })
  return { jobs, pagination: { page, per_page, total } }
}
