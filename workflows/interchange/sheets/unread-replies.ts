import { sql } from 'kysely'
import type { Queries } from '../../../src/database/database.ts'
import { formatThread, THREAD_SEPARATOR } from '../../../src/formats/exported/disposition.ts'
import { isCut } from '../../../src/formats/spreadsheet/cut-text.ts'
import { type DispositionCells, parseCommentId } from '../../../src/formats/spreadsheet/disposition.ts'
import { toPlainText } from '../../../src/formats/spreadsheet/plain-text.ts'
import { readThreads } from '../../exports/dispositions.ts'

/** Rows whose threads are in memory together. */
const BATCH_SIZE = 50

/**
 * Returns the numbers of the rows that have a text in Thread Replies which is not in the thread of their comment. An
 * import does not read that column (rule R-63).
 */
export async function listRowsWithUnreadReplies(
  db: Queries,
  componentId: number,
  rows: readonly DispositionCells[],
): Promise<number[]> {
  const filled = rows.filter(({ thread }) => thread !== null)
  const unread: number[] = []
  for (let start = 0; start < filled.length; start += BATCH_SIZE) {
    const batch = filled.slice(start, start + BATCH_SIZE)
    const ids = batch.flatMap(({ id }) => parseCommentId(id) ?? [])
    const threads = await readThreads(db, await selectOwnComments(db, componentId, ids))
    for (const { row, id, thread } of batch) {
      const known = new Set(splitThread(formatThread(threads.get(parseCommentId(id) ?? 0) ?? [])))
      if (splitThread(thread ?? '').some((entry) => !known.has(entry))) unread.push(row)
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
