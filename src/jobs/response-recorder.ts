import type { JobAnswer } from '../../entities/job.ts'
import type { Queries } from '../database/database.ts'
import { createYield } from '../lib/yield-to-event-loop.ts'
import type { StartStream, ResponseChunk, ResponseChunks } from '../procedures/lists/stream-list.ts'
import type { Meta } from '../procedures/meta.ts'
import { toChunks } from './chunks.ts'
import { storeChunk, type ClaimedJob } from './store.ts'

/** Response headers that are stored with the result of a job. */
const STORED_HEADERS = ['content-type', 'content-disposition', 'content-language', 'etag', 'location']

/** Creates a recorder for the result of a job's operation: a value, a file, or a streamed list. */
export function createResponseRecorder(job: ClaimedJob, meta: Meta, signal: AbortSignal) {
  const streamed: { first?: ResponseChunk; others?: ResponseChunks } = {}
  let isStored = false
  const startStream: StartStream = (first, others) => void Object.assign(streamed, { first, others })

  /** Stores the response chunk by chunk; each is created after the previous one is stored. */
  async function store(db: Queries, data: unknown, headers: Record<string, string>): Promise<JobAnswer> {
    isStored = true
    const fileHeaders = data instanceof Response ? Object.fromEntries(data.headers) : {}
    const all: Record<string, string> = { 'content-type': 'application/json', ...headers, ...fileHeaders }
    let bytes = 0
    let position = 0
    const yieldIfDue = createYield()
    for await (const chunk of toChunks(toBytes(data))) {
      signal.throwIfAborted()
      await storeChunk(db, job, position, chunk)
      position += 1
      bytes += chunk.byteLength
      await yieldIfDue()
    }
    const stored = Object.entries(all).filter(([name]) => STORED_HEADERS.includes(name))
    return { status: toStatus(data, meta), headers: Object.fromEntries(stored), bytes }
  }

  async function* toBytes(data: unknown): AsyncGenerator<Uint8Array> {
    const { first, others } = streamed
    if (data instanceof Response) {
      if (data.body) yield* data.body
      return
    }
    if (!first || !others) return yield Buffer.from(JSON.stringify(data) ?? '')
    yield Buffer.from(first.text)
    if (first.last) return
    for await (const chunk of others) yield Buffer.from(chunk.text)
  }

  return { startStream, store, isStored: () => isStored }
}

function toStatus(data: unknown, meta: Meta): number {
  return data instanceof Response ? data.status : (meta.status ?? 200)
}
