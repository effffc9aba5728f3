import { sql } from 'kysely'
import type { Queries } from '../../../../src/database/database.ts'
import { formatThread, THREAD_SEPARATOR } from '../../../../src/formats/exported/disposition.ts'
import { isCut } from '../../../../src/formats/spreadsheet/cut-text.ts'
import {
  type DispositionCells,
  parseAdjudicated,
  parseCommentId,
  parseTriageStatus,
} from '../../../../src/formats/spreadsheet/disposition.ts'
import { toExcerpt, toPlainText } from '../../../../src/formats/spreadsheet/plain-text.ts'
import { readThreads } from '../../../exports/dispositions.ts'

/** Rows whose threads are in memory together. */
const BATCH_SIZE = 50

/** Lists the filled cells of a disposition matrix that an import does not use, by row (rule R-63). */
export async function listUnreadCells(
  db: Queries,
  componentId: number,
  rows: readonly DispositionCells[],
): Promise<Map<number, string[]>> {
  const withReplies = await listRowsWithUnreadReplies(db, componentId, rows)
  return new Map(rows.map((row) => [row.row, describeUnused(row, withReplies.has(row.row))]))
}

/** Describes cells that have no meaning in their row. */
function describeUnused(
  { status, adjudicated, duplicateOf, addressedBy }: DispositionCells,
  hasUnreadReplies: boolean,
): string[] {
  const triageStatus = parseTriageStatus(status ?? '')
  const messages: string[] = []
  if (adjudicated !== null && parseAdjudicated(adjudicated) === undefined) {
    messages.push(`"${toExcerpt(adjudicated)}" in "Adjudicated" is neither yes nor no and is not read`)
  }
  if (duplicateOf !== null && triageStatus !== 'duplicate') {
    messages.push('"Duplicate Of" is not read without the status duplicate')
  }
  if (addressedBy !== null && triageStatus !== 'addressed_by') {
    messages.push('"Addressed By" is not read without the status addressed_by')
  }
  if (hasUnreadReplies) {
    messages.push(
      '"Thread Replies" has a text that is not in the thread and is not read; write replies into a column "Response"',
    )
  }
  return messages
}

/** Returns the rows that have a text in Thread Replies which is not in the thread of their comment. */
async function listRowsWithUnreadReplies(
  db: Queries,
  componentId: number,
  rows: readonly DispositionCells[],
): Promise<Set<number>> {
  const filled = rows.filter(({ thread }) => thread !== null)
  const unread = new Set<number>()
  for (let start = 0; start < filled.length; start += BATCH_SIZE) {
    const batch = filled.slice(start, start + BATCH_SIZE)
    const ids = batch.flatMap(({ id }) => parseCommentId(id) ?? [])
    const threads = await readThreads(db, await selectOwnComments(db, componentId, ids))
    for (const { row, id, thread } of batch) {
      const known = new Set(splitThread(formatThread(threads.get(parseCommentId(id) ?? 0) ?? [])))
      if (splitThread(thread ?? '').some((entry) => !known.has(entry))) unread.add(row)
    }
  }
  return unread
}

/** Selects the comments of the component. */
async function selectOwnComments(
  db: Queries,
  componentId: number,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from reviews
    where component_id = ${componentId} and id = any (${sql.val(ids)}::integer[])`.execute(db)
  return rows.map(({ id }) => id)
}

/** The entries of a thread in a form to compare; a cut cell lacks its last one. */
function splitThread(cell: string): string[] {
  const entries = cell.split(THREAD_SEPARATOR)
  return (isCut(cell) ? entries.slice(0, -1) : entries).map(toPlainText).filter((entry) => entry !== '')
}
