import type { ResponseBudget } from './response-budget.ts'

/** Some rows of a long list as JSON text, separated by commas; empty if there are none. */
export interface ListChunk {
  rows: string
  /** Whether this is the last chunk. */
  last: boolean
}

/** A part of a response's JSON text. */
export interface ResponseChunk {
  text: string
  last: boolean
}

/**
 * Chunks of a list that may not fit in memory. Each chunk is read by its own queries, outside transactions (rule E-23),
 * after the previous one was sent.
 */
export type ListChunks = AsyncGenerator<ListChunk, void>
export type ResponseChunks = AsyncGenerator<ResponseChunk, void>

/** Takes a streamed response, which replaces the operation's return value; REST requests have one. */
export type StartStream = (first: ResponseChunk, others: ResponseChunks) => void

interface StreamTarget {
  startStream?: StartStream | undefined
  responseBudget?: ResponseBudget | undefined
}

/**
 * Streams a list, inside an object under `member` after `others` if given, and returns an empty list. Without `startStream`,
 * returns all rows or throws 422 `list_too_long`. Reads the first chunk before returning, so that its errors set the
 * status.
 */
export async function streamList<T>(
  { startStream, responseBudget: budget }: StreamTarget,
  chunks: ListChunks,
  member?: string,
  others: object = {},
): Promise<T[]> {
  if (!startStream) return collectRows<T>(chunks, budget)
  const responseChunks = toResponseChunks(chunks, createFrame(member, others))
  const { value: first } = await responseChunks.next()
  if (first) startStream(first, responseChunks)
  return []
}

/**
 * Streams an object's last member between `open` and `close`, and returns `empty`. Without `startStream`, returns `toWhole`
 * of all rows or throws 422 `list_too_long`.
 */
export async function streamObject<T>(
  { startStream, responseBudget: budget }: StreamTarget,
  chunks: ListChunks,
  { open, close, empty, toWhole }: { open: string; close: string; empty: T; toWhole: (rows: string) => T },
): Promise<T> {
  if (!startStream) {
    const rows: string[] = []
    let characters = 0
    for await (const chunk of chunks) {
      budget?.assertFor((characters += chunk.rows.length))
      if (chunk.rows !== '') rows.push(chunk.rows)
    }
    return toWhole(rows.join(','))
  }
  const responseChunks = toResponseChunks(chunks, [open, close])
  const { value: first } = await responseChunks.next()
  if (first) startStream(first, responseChunks)
  return empty
}

/** Reads all rows of a list; throws 422 `list_too_long` if they exceed the budget. */
export async function collectRows<T>(chunks: ListChunks, budget?: ResponseBudget): Promise<T[]> {
  const rows: T[] = []
  let characters = 0
  for await (const chunk of chunks) {
    budget?.assertFor((characters += chunk.rows.length))
    const chunkRows: T[] = JSON.parse(`[${chunk.rows}]`)
    for (const row of chunkRows) rows.push(row)
  }
  return rows
}

/** The JSON text before and after the rows. */
type Frame = readonly [open: string, close: string]

function createFrame(member: string | undefined, others: object): Frame {
  if (member === undefined) return ['[', ']']
  const before = JSON.stringify(others).slice(0, -1)
  return [`${before}${before === '{' ? '' : ','}${JSON.stringify(member)}:[`, ']}']
}

async function* toResponseChunks(chunks: ListChunks, [open, close]: Frame): ResponseChunks {
  let started = false
  for await (const { rows, last } of chunks) {
    if (rows === '' && !last) continue
    const before = started ? (rows === '' ? '' : ',') : open
    started = true
    yield { text: before + rows + (last ? close : ''), last }
  }
}
