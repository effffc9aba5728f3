import type { ResponseBudget } from './response-budget.ts'

/** Some rows of a long list as JSON text, commas between them; empty when there are none. */
export interface ListChunk {
  rows: string
  /** Nothing follows. */
  last: boolean
}

/** A part of an answer's JSON text. */
export interface ResponseChunk {
  text: string
  last: boolean
}

/**
 * How a list leaves that can be too long to hold. Each portion is read by queries of its own, outside transactions
 * (rule E-23), and only when the one before has gone out.
 */
export type ListChunks = AsyncGenerator<ListChunk, void>
export type ResponseChunks = AsyncGenerator<ResponseChunk, void>

/** Takes an answer that leaves in pieces in place of the value that the operation returns; REST has one. */
export type Sink = (first: ResponseChunk, others: ResponseChunks) => void

interface StreamTarget {
  outlet?: Sink | undefined
  whole?: ResponseBudget | undefined
}

/**
 * Answers a list. A request that takes pieces gets its text portion by portion, inside an object under `member` when given,
 * behind the object's `others`, and the value returned here is then empty; others get all rows, or 422 `list_too_long`.
 * The first portion is read here, where errors are refusals.
 */
export async function streamList<T>(
  { outlet, whole: room }: StreamTarget,
  portions: ListChunks,
  member?: string,
  others: object = {},
): Promise<T[]> {
  if (!outlet) return collectRows<T>(portions, room)
  const pieces = toResponseChunks(portions, frame(member, others))
  const { value: first } = await pieces.next()
  if (first) outlet(first, pieces)
  return []
}

/**
 * Answers an object whose last member is made piece by piece: a request that takes pieces gets them as they come
 * between `open` and `close`, and `empty` is returned; others get `whole`, or 422 `list_too_long`.
 */
export async function streamObject<T>(
  { outlet, whole: room }: StreamTarget,
  portions: ListChunks,
  { open, close, empty, whole }: { open: string; close: string; empty: T; whole: (rows: string) => T },
): Promise<T> {
  if (!outlet) {
    const rows: string[] = []
    let characters = 0
    for await (const portion of portions) {
      room?.assertFor((characters += portion.rows.length))
      if (portion.rows !== '') rows.push(portion.rows)
    }
    return whole(rows.join(','))
  }
  const pieces = toResponseChunks(portions, [open, close])
  const { value: first } = await pieces.next()
  if (first) outlet(first, pieces)
  return empty
}

/** All rows of a list. Throws 422 `list_too_long` when there is no room for them. */
export async function collectRows<T>(portions: ListChunks, room?: ResponseBudget): Promise<T[]> {
  const rows: T[] = []
  let characters = 0
  for await (const portion of portions) {
    room?.assertFor((characters += portion.rows.length))
    const some: T[] = JSON.parse(`[${portion.rows}]`)
    for (const row of some) rows.push(row)
  }
  return rows
}

/** What stands before the rows and behind them. */
type Frame = readonly [open: string, close: string]

function frame(member: string | undefined, others: object): Frame {
  if (member === undefined) return ['[', ']']
  const before = JSON.stringify(others).slice(0, -1)
  return [`${before}${before === '{' ? '' : ','}${JSON.stringify(member)}:[`, ']}']
}

async function* toResponseChunks(portions: ListChunks, [open, close]: Frame): ResponseChunks {
  let begun = false
  for await (const { rows, last } of portions) {
    if (rows === '' && !last) continue
    const before = begun ? (rows === '' ? '' : ',') : open
    begun = true
    yield { text: before + rows + (last ? close : ''), last }
  }
}
