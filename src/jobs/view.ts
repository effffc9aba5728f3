import { sql } from 'kysely'
import { z } from 'zod'
import { JOB_STATES, type JobState } from '../../entities/job.ts'
import type { Queries } from '../database/database.ts'
import { preparedQuery } from '../database/prepared-query.ts'
import { notFoundError } from '../errors.ts'
import { instant } from '../procedures/schemas/shapes.ts'
import { wireTimeSql } from '../procedures/schemas/times.ts'

const JobStateSchema = z.enum(JOB_STATES)

/** Long work as its owner sees it (rule C-71). */
export const JobView = z
  .object({
    id: z.int(),
    operation: z.string().meta({ description: 'Name of the operation.' }),
    status: JobStateSchema.meta({ description: 'Equals `state`.' }),
    state: JobStateSchema,
    progress: z.int().min(0).max(100).meta({ description: 'In percent.' }),
    done: z.int().meta({ description: 'Steps that are done.' }),
    total: z.int().nullable().meta({ description: 'Total steps; null until they are counted.' }),
    result_url: z.string().meta({ description: 'Path of the result, once the job is done.' }),
    filename: z.string().nullable().meta({ description: 'Name of the resulting file.' }),
    bytes: z.int().nullable().meta({ description: 'Size of the result.' }),
    error: z.string().nullable().meta({ description: 'Why it failed.' }),
    refusal: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'The error that the operation returned, if it was rejected.' }),
    created_at: instant,
    finished_at: instant.nullable().meta({ description: 'When it ended; the job is stored for 24 hours.' }),
  })
  .meta({ id: 'Job' })
export type JobView = z.infer<typeof JobView>

interface JobRow {
  id: number
  operation: string
  state: JobState
  done: number
  total: number | null
  error: string | null
  refusal: { body: Record<string, unknown> } | null
  answer: { headers: Record<string, string>; bytes: number } | null
  created_at: string
  finished_at: string | null
}

/** Query for jobs with the columns of their view. */
export function selectJobs(db: Queries) {
  return db
    .selectFrom('jobs as j')
    .select(['j.id', 'j.operation', 'j.state', 'j.done', 'j.total', 'j.error'])
    .select([
      sql<JobRow['refusal']>`j.refusal`.as('refusal'),
      sql<JobRow['answer']>`j.answer`.as('answer'),
      wireTimeSql('j.created_at').as('created_at'),
      wireTimeSql<string | null>('j.finished_at').as('finished_at'),
    ])
}

/** Converts a row to the view of its owner. */
export function toJobView({ answer, refusal, ...row }: JobRow): JobView {
  return {
    ...row,
    status: row.state,
    progress: toPercent(row),
    result_url: `/jobs/${row.id}/result`,
    filename: /filename="([^"]*)"/.exec(answer?.headers['content-disposition'] ?? '')?.[1] ?? null,
    bytes: answer?.bytes ?? null,
    refusal: refusal?.body ?? null,
  }
}

function toPercent({ state, done, total }: Pick<JobRow, 'state' | 'done' | 'total'>): number {
  if (state === 'done') return 100
  if (total === null || total === 0) return 0
  return Math.min(99, Math.floor((100 * done) / total))
}

const selectJob = preparedQuery((db, id: number) => selectJobs(db).where('j.id', '=', id), { short: true })

/** Finds a job. Throws 404 if it does not exist. */
export async function readJobView(db: Queries, id: number): Promise<JobView> {
  const [row] = await selectJob(db, id)
  if (!row) throw notFoundError()
  return toJobView(row)
}
