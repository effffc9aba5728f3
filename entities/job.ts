import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, id, jsonObject, time, updatedAt } from './columns.ts'
import { User } from './user.ts'

export const JOB_STATES = ['queued', 'running', 'done', 'failed'] as const
export type JobState = (typeof JOB_STATES)[number]

const JobSchema = defineEntity({
  name: 'Job',
  tableName: 'jobs',
  properties: {
    id: id(),
    userId: () => p.manyToOne(User).mapToPk().nullable().fieldName('user_id').deleteRule('cascade'),
    kind: p.text(),
    input: jsonObject<Record<string, unknown>>(() => ({})),
    /** An uploaded file that the job works on. */
    inputFile: p.blob().nullable().lazy(),
    state: p.enum(JOB_STATES).default('queued'),
    done: p.integer().default(0),
    total: p.integer().nullable(),
    attempts: p.integer().default(0),
    error: p.text().nullable(),
    resultContentType: p.text().nullable(),
    resultFilename: p.text().nullable(),
    resultBody: p.blob().nullable().lazy(),
    /** The worker's last sign of life; a running job without one for long is taken over. */
    heartbeatAt: time().nullable(),
    startedAt: time().nullable(),
    finishedAt: time().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  indexes: [
    {
      name: 'jobs_waiting',
      expression: `create index "jobs_waiting" on "jobs" ("id") where state in ('queued', 'running')`,
    },
    { name: 'jobs_user_id', properties: ['userId', 'id'] },
    { name: 'jobs_created_at', properties: ['createdAt'] },
  ],
})

/** Long work that a request started, kept 24 hours (components 4.7). */
export class Job extends JobSchema.class {}
JobSchema.setClass(Job)
