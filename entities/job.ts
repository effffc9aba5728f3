import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, id, jsonObject, time, updatedAt } from './columns.ts'
import { User } from './user.ts'

export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof JOB_STATES)[number]

/** The request of a job, so that the operation can run later as if it had just arrived. */
export interface JobRequest {
  id: string
  method: string
  address: string | null
  userAgent: string | null
  /** The headers that operations read. */
  headers: Record<string, string>
  /** The credential of the request; the job does not run if its token is no longer active. */
  sessionId: number | null
  tokenId: number | null
}

/** Status and headers of the operation's response. */
export interface JobAnswer {
  status: number
  headers: Record<string, string>
  bytes: number
  /**
   * True for the export of a caller who reads the component only because it is released: no people, no
   * drafts.
   */
  readerOnly?: boolean
}

/** Why a job failed: the error response of the operation. */
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
    /** Input values as received; files are stored in chunks. */
    input: jsonObject<Record<string, unknown>>(() => ({})),
    state: p.enum(JOB_STATES).default('queued'),
    done: p.integer().default(0),
    total: p.integer().nullable(),
    attempts: p.integer().default(0),
    /** Id of the process that runs the job; only this process can write to it. */
    worker: p.uuid().nullable(),
    error: p.text().nullable(),
    refusal: p.json<JobRefusal>().nullable(),
    answer: p.json<JobAnswer>().nullable(),
    /** The worker's last heartbeat, in database time. */
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

/** A long-running request, stored for 24 hours (rule C-71). */
export class Job extends JobSchema.class {}
JobSchema.setClass(Job)
