import { defineEntity, p } from '@mikro-orm/core'
import { id } from './columns.ts'
import { Job } from './job.ts'

const JobChunkSchema = defineEntity({
  name: 'JobChunk',
  tableName: 'job_chunks',
  properties: {
    id: id(),
    jobId: () => p.manyToOne(Job).mapToPk().fieldName('job_id').deleteRule('cascade'),
    /** `answer`, or the index of a file in the request. */
    part: p.text(),
    position: p.integer(),
    bytes: p.blob(),
  },
  uniques: [{ name: 'job_chunks_unique', properties: ['jobId', 'part', 'position'] }],
})

/** A chunk of a job's file or of its result, so that neither is ever completely in memory. */
export class JobChunk extends JobChunkSchema.class {}
JobChunkSchema.setClass(JobChunk)
