import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, id, jsonObject, time, updatedAt } from './columns.ts'
import { User } from './user.ts'

export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof JOB_STATES)[number]

/** What a job was asked with, so that its operation runs as if it were asked now. */
export interface JobRequest {
  id: string
  method: string
  address: string | null
  userAgent: string | null
  /** The headers that operations read. */
  headers: Record<string, string>
  /** The credential that was used; a job of one that has ended does not run. */
  sessionId: number | null
  tokenId: number | null
}

/** How the answer of the operation leaves, once it is there. */
export interface JobAnswer {
  status: number
  headers: Record<string, string>
  bytes: number
  /** Made for someone who reads the component only because it is released: without people and drafts. */
  readerOnly?: boolean
}

/** Why a job failed: what the operation would have answered. */
export interface JobRefusal {
  status: number
  reason: string
  body: Record<string, unknown>
}

const JobSchema = defineEntity({
  name: 'Job',
  tableName: 'jobs',
  properties: {
    id: id(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    /** The operation by its procedure path, such as `components.export`. */
    operation: p.text(),
    request: p.json<JobRequest>(),
    /** Its values as they came; files stand in chunks. */
    input: jsonObject<Record<string, unknown>>(() => ({})),
    state: p.enum(JOB_STATES).default('queued'),
    done: p.integer().default(0),
    total: p.integer().nullable(),
    attempts: p.integer().default(0),
    /** Who works on it; anyone who writes for a job says so, and a worker that was replaced writes nothing. */
    worker: p.uuid().nullable(),
    error: p.text().nullable(),
    refusal: p.json<JobRefusal>().nullable(),
    answer: p.json<JobAnswer>().nullable(),
    /** The worker's last sign of life, by the clock of the database. */
    heartbeatAt: time().nullable(),
    startedAt: time().nullable(),
    finishedAt: time().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  indexes: [
    { name: 'jobs_unfinished', properties: ['id'], where: "state in ('queued', 'running')" },
    { name: 'jobs_user_id', properties: ['userId', 'id'] },
    { name: 'jobs_created_at', properties: ['createdAt'] },
  ],
})

/** Long work that a request started, kept 24 hours (rule C-71). */
export class Job extends JobSchema.class {}
JobSchema.setClass(Job)
