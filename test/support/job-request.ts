import type { JobRequest } from '../../entities/job.ts'

/** The request of a job that a test inserts without one. */
export const JOB_REQUEST: JobRequest = {
  id: 'inserted',
  method: 'GET',
  address: null,
  userAgent: null,
  headers: {},
  sessionId: null,
  tokenId: null,
}
