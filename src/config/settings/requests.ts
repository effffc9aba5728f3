import { count, duration } from '../values.ts'

/** Settings of request bodies and concurrency limits per user (rule E-20). */
export const requestVariables = {
  REQUESTS_PER_PERSON: count(6, 1, 10_000),
  REQUESTS_PER_ADDRESS: count(32, 1, 10_000),
  REQUESTS_WAIT: duration('10s'),
  BOARDS_PER_PERSON: count(20, 1, 10_000),
  UPLOADS_PER_PERSON: count(2, 1, 1000),
  MAX_CONNECTIONS: count(10_000, 10, 1_000_000),
  HEADERS_TIMEOUT: duration('30s'),
  BODY_TIMEOUT: duration('60s'),
  UPLOAD_TIMEOUT: duration('10m'),
  BODY_LEAST_RATE: count(4096, 1, 1_000_000_000),
  ANSWER_TIMEOUT: duration('2m'),
  UPLOAD_SPOOL_MIB: count(1024, 128, 1_000_000),
}
