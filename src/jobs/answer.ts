import type { JobAnswer } from '../../entities/job.ts'
import type { Queries } from '../database/database.ts'
import { createYield } from '../lib/yield-to-event-loop.ts'
import type { Sink, ResponseChunk, ResponseChunks } from '../procedures/lists/stream-list.ts'
import type { Meta } from '../procedures/meta.ts'
import { inChunks } from './chunks.ts'
import { storeChunk, type TakenJob } from './store.ts'

/** Response headers that are stored with the result of a job. */
const KEPT_HEADERS = ['content-type', 'content-disposition', 'content-language', 'etag', 'location']

/** Receives the result of a job's operation: a value, a file, or a streamed list. */
export function answerIn(job: TakenJob, meta: Meta, signal: AbortSignal) {
  const pieces: { first?: ResponseChunk; others?: ResponseChunks } = {}
  let stored = false
  const sink: Sink = (first, others) => void Object.assign(pieces, { first, others })

  /** Stores the response chunk by chunk; each is created after the previous one is stored. */
  async function store(db: Queries, data: unknown, headers: Record<string, string>): Promise<JobAnswer> {
    stored = true
    const given = data instanceof Response ? Object.fromEntries(data.headers) : {}
    const all: Record<string, string> = { 'content-type': 'application/json', ...headers, ...given }
    let bytes = 0
    let position = 0
    const pace = createYield()
    for await (const chunk of inChunks(bytesOf(data))) {
      signal.throwIfAborted()
      await storeChunk(db, job, position, chunk)
      position += 1
      bytes += chunk.byteLength
      await pace()
    }
    const kept = Object.entries(all).filter(([name]) => KEPT_HEADERS.includes(name))
    return { status: statusOf(data, meta), headers: Object.fromEntries(kept), bytes }
  }

  async function* bytesOf(data: unknown): AsyncGenerator<Uint8Array> {
    const { first, others } = pieces
    if (data instanceof Response) {
      if (data.body) yield* data.body
      return
    }
    if (!first || !others) return yield Buffer.from(JSON.stringify(data) ?? '')
    yield Buffer.from(first.text)
    if (first.last) return
    for await (const piece of others) yield Buffer.from(piece.text)
  }

  return { sink, store, stored: () => stored }
}

function statusOf(data: unknown, meta: Meta): number {
  return data instanceof Response ? data.status : (meta.status ?? 200)
}
