/** Some rows of a long list as JSON text, commas between them; empty when there are none. */
export interface Portion {
  rows: string
  /** Nothing follows. */
  last: boolean
}

/** A part of an answer's JSON text. */
export interface Piece {
  text: string
  last: boolean
}

/**
 * How a list leaves that can be too long to hold. Each portion is read by queries of its own, outside transactions
 * (contract, decision 24), and only when the one before has gone out.
 */
export type Portions = AsyncGenerator<Portion, void>
export type Pieces = AsyncGenerator<Piece, void>

/** Takes an answer that leaves in pieces in place of the value that the operation returns; REST has one. */
export type Outlet = (first: Piece, others: Pieces) => void

/**
 * Answers a list. REST gets its text portion by portion, inside an object under `member` when given, behind the
 * object's `others`, and the value returned here is then empty; typed clients get all rows. The first portion is read
 * here, where errors are refusals.
 */
export async function inPortions<T>(
  { outlet }: { outlet?: Outlet | undefined },
  portions: Portions,
  member?: string,
  others: object = {},
): Promise<T[]> {
  if (!outlet) return rowsOf<T>(portions)
  const pieces = piecesOf(portions, frame(member, others))
  const { value: first } = await pieces.next()
  if (first) outlet(first, pieces)
  return []
}

/** All rows of a list. */
export async function rowsOf<T>(portions: Portions): Promise<T[]> {
  const rows: T[] = []
  for await (const portion of portions) {
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

async function* piecesOf(portions: Portions, [open, close]: Frame): Pieces {
  let begun = false
  for await (const { rows, last } of portions) {
    if (rows === '' && !last) continue
    const before = begun ? (rows === '' ? '' : ',') : open
    begun = true
    yield { text: before + rows + (last ? close : ''), last }
  }
}
