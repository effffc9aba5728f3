import { csvLine } from '../../src/formats/csv.ts'
import {
  dispositionCells,
  dispositionHeaders,
  dispositionObject,
  type DispositionRow,
  type DispositionShape,
} from '../../src/formats/exported/disposition.ts'
import { workStem } from '../../src/formats/exported/file-names.ts'
import { jsonPieces, LIST_HERE, mapAsync } from '../../src/formats/exported/json-pieces.ts'
import { type Sheet, workbook } from '../../src/formats/xlsx/write.ts'
import type { FileResponse } from '../../src/procedures/schemas/file-response.ts'
import { dispositionRows } from './dispositions.ts'
import type { ExportOrder } from './order.ts'

/**
 * The disposition matrix in each file type; emails are included if the caller can see them (rules C-74 and
 *
 */
export const dispositionExport = {
  csv: (order: ExportOrder): FileResponse =>
    file(order, 'csv', 'text/csv; charset=utf-8', dispositionCsv(rowsOf(order), shapeOf(order))),
  xlsx: (order: ExportOrder): FileResponse => {
    const sheets = [dispositionSheet('Disposition', rowsOf(order), shapeOf(order))]
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    return file(order, 'xlsx', type, workbook(sheets, order.now))
  },
  json: (order: ExportOrder): FileResponse => {
    const shape = shapeOf(order)
    const objects = mapAsync(rowsOf(order), (row) => dispositionObject(row, shape))
    return file(order, 'json', 'application/json', jsonPieces({ rows: LIST_HERE }, objects))
  },
}

function rowsOf({ db, components, options, steps }: ExportOrder): AsyncGenerator<DispositionRow, void> {
  return dispositionRows(db, components, options.triage_status, steps)
}

function shapeOf({ place, options, sees }: ExportOrder): DispositionShape {
  return { withComponent: place === 'project', withEmail: options.include_email && sees.addresses }
}

function file(
  order: ExportOrder,
  ending: string,
  contentType: string,
  chunks: FileResponse['chunks'],
): FileResponse {
  const [first] = order.components
  const stem = order.place === 'component' && first ? workStem(first) : order.title
  return { filename: `${dispositionName(stem, order.now)}.${ending}`, contentType, chunks }
}

/** `project-prefix-disposition-matrix-2026-01-05` */
export function dispositionName(stem: string, now: Date): string {
  return `${stem}-disposition-matrix-${now.toISOString().slice(0, 10)}`
}

/** Streams a matrix as CSV. */
export async function* dispositionCsv(
  rows: AsyncIterable<DispositionRow>,
  shape: DispositionShape,
): AsyncGenerator<string> {
  yield csvLine(dispositionHeaders(shape).map(({ header }) => header))
  for await (const row of rows) yield csvLine(dispositionCells(row, shape))
}

/** Writes a matrix as one sheet of a workbook. */
export function dispositionSheet(
  name: string,
  rows: AsyncIterable<DispositionRow>,
  shape: DispositionShape,
): Sheet {
  return {
    name,
    columns: dispositionHeaders(shape),
    rows: mapAsync(rows, (row) => dispositionCells(row, shape)),
  }
}
