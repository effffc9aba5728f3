import { toCsvLine } from '../../src/formats/csv.ts'
import {
  toDispositionCells,
  listDispositionHeaders,
  toDispositionObject,
  type DispositionRow,
  type DispositionShape,
} from '../../src/formats/exported/disposition.ts'
import { toWorkStem } from '../../src/formats/exported/file-names.ts'
import { streamJson, LIST_PLACEHOLDER, mapAsync } from '../../src/formats/exported/json-pieces.ts'
import { type Sheet, streamWorkbook } from '../../src/formats/xlsx/write.ts'
import type { FileResponse } from '../../src/procedures/schemas/file-response.ts'
import { streamDispositionRows } from './dispositions.ts'
import type { ExportRequest } from './export-request.ts'

/**
 * The disposition matrix in each file type; emails are included if the caller can see them (rules C-74 and
 *
 */
export const dispositionExport = {
  csv: (request: ExportRequest): FileResponse =>
    toFile(
      request,
      'csv',
      'text/csv; charset=utf-8',
      writeDispositionCsv(readRows(request), toShape(request)),
    ),
  xlsx: (request: ExportRequest): FileResponse => {
    const sheets = [writeDispositionSheet('Disposition', readRows(request), toShape(request))]
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    return toFile(request, 'xlsx', type, streamWorkbook(sheets, request.now))
  },
  json: (request: ExportRequest): FileResponse => {
    const shape = toShape(request)
    const objects = mapAsync(readRows(request), (row) => toDispositionObject(row, shape))
    return toFile(request, 'json', 'application/json', streamJson({ rows: LIST_PLACEHOLDER }, objects))
  },
}

function readRows({
  db,
  components,
  options,
  progress,
}: ExportRequest): AsyncGenerator<DispositionRow, void> {
  return streamDispositionRows(db, components, options.triage_status, progress)
}

function toShape({ endpoint, options, permissions }: ExportRequest): DispositionShape {
  return { withComponent: endpoint === 'project', withEmail: options.include_email && permissions.addresses }
}

function toFile(
  request: ExportRequest,
  ending: string,
  contentType: string,
  chunks: FileResponse['chunks'],
): FileResponse {
  const [first] = request.components
  const stem = request.endpoint === 'component' && first ? toWorkStem(first) : request.title
  return { filename: `${formatDispositionName(stem, request.now)}.${ending}`, contentType, chunks }
}

/** `project-prefix-disposition-matrix-2026-01-05` */
export function formatDispositionName(stem: string, now: Date): string {
  return `${stem}-disposition-matrix-${now.toISOString().slice(0, 10)}`
}

/** Streams a matrix as CSV. */
export async function* writeDispositionCsv(
  rows: AsyncIterable<DispositionRow>,
  shape: DispositionShape,
): AsyncGenerator<string> {
  yield toCsvLine(listDispositionHeaders(shape).map(({ header }) => header))
  for await (const row of rows) yield toCsvLine(toDispositionCells(row, shape))
}

/** Writes a matrix as one sheet of a workbook. */
export function writeDispositionSheet(
  name: string,
  rows: AsyncIterable<DispositionRow>,
  shape: DispositionShape,
): Sheet {
  return {
    name,
    columns: listDispositionHeaders(shape),
    rows: mapAsync(rows, (row) => toDispositionCells(row, shape)),
  }
}
