import { toCsvLine } from '../../src/formats/csv.ts'
import {
  listCommentSheetColumns,
  buildComponentRow,
  buildRequirementRows,
} from '../../src/formats/exported/comment-sheet.ts'
import { toWorkStem } from '../../src/formats/exported/file-names.ts'
import { mapAsync } from '../../src/formats/exported/json-pieces.ts'
import {
  type SheetKind,
  listSheetColumns,
  buildSheetRow,
  WORKING_HEADERS,
  buildWorkingRow,
} from '../../src/formats/exported/requirement-sheet.ts'
import { type ExportedComponent, type ExportedRule, toVersionTag } from '../../src/formats/exported/types.ts'
import { type Sheet, type SheetCell, toSheetName, streamWorkbook } from '../../src/formats/xlsx/write.ts'
import { createYield } from '../../src/lib/yield-to-event-loop.ts'
import type { FileResponse } from '../../src/procedures/schemas/file-response.ts'
import { writeDispositionCsv, formatDispositionName, writeDispositionSheet } from './disposition-files.ts'
import { streamDispositionsByComponent } from './dispositions.ts'
import type { ExportRequest } from './export-request.ts'
import {
  ALL_RULES,
  streamRulesByComponent,
  type ComponentRules,
  type RuleSelection,
} from './exported-rules.ts'
import { packFiles } from './packing.ts'

export const CSV = 'text/csv; charset=utf-8'
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Exports the working copy as CSV, with a separate file for the comments of each component (rule C-75). */
export async function exportCsv(request: ExportRequest): Promise<FileResponse> {
  const { db, components, now } = request
  const each = await streamRulesByComponent(
    db,
    components,
    () => toRuleSelection(request, 'working_copy'),
    request.progress,
  )
  const sheets = each.map(({ component, rules }) => ({
    filename: `${toWorkStem(component)}.csv`,
    contentType: CSV,
    chunks: writeCsvRows(rules),
  }))
  const comments = (await streamComments(request)).map(({ component, rows }) => ({
    filename: `${formatDispositionName(toWorkStem(component), now)}.csv`,
    contentType: CSV,
    chunks: writeDispositionCsv(rows, PLAIN),
  }))
  const [only] = components
  const name = only && components.length === 1 ? toWorkStem(only) : request.title
  return packFiles([...sheets, ...comments], name, now)
}

const PLAIN = { withComponent: false, withEmail: false }

async function* writeCsvRows(rules: AsyncIterable<ExportedRule>): AsyncGenerator<string> {
  yield toCsvLine(WORKING_HEADERS)
  for await (const rule of rules) yield toCsvLine(buildWorkingRow(rule))
}

/** Exports a workbook with a sheet per component, and another one for its comments (rule C-75). */
export async function exportWorkbook(request: ExportRequest): Promise<FileResponse> {
  const kind: SheetKind = request.mode === 'vendor_submission' ? 'vendor_submission' : 'working_copy'
  const each = await streamRulesByComponent(
    request.db,
    request.components,
    () => toRuleSelection(request, kind),
    request.progress,
  )
  const comments = kind === 'working_copy' ? await streamComments(request) : []
  const sheets = [
    ...each.map(({ component, rules }) => buildRequirementSheet(kind, component, rules)),
    ...comments.map(({ component, rows }) =>
      writeDispositionSheet(toSheetName(component.name, `-Disp-${toTag(component)}`), rows, PLAIN),
    ),
  ]
  return {
    filename: `${request.title}${kind === 'vendor_submission' ? '_DISA' : ''}.xlsx`,
    contentType: XLSX,
    chunks: streamWorkbook(sheets, request.now),
  }
}

function buildRequirementSheet(
  kind: SheetKind,
  component: ExportedComponent,
  rules: AsyncIterable<ExportedRule>,
): Sheet {
  return {
    name: toSheetName(component.name, `-${toTag(component)}`),
    columns: listSheetColumns(kind),
    rows: withYields(mapAsync(rules, (rule) => buildSheetRow(kind, component, rule))),
    protected: kind === 'working_copy',
  }
}

/** Exports a workbook for comments of people without an account, with a sheet per component (rule R-62). */
export async function exportCommentSheet(request: ExportRequest): Promise<FileResponse> {
  const each = await streamRulesByComponent(request.db, request.components, () => ALL_RULES, request.progress)
  const sheets = each.map((source) => ({
    name: toSheetName(source.component.name, `-${toTag(source.component)}`),
    columns: listCommentSheetColumns(),
    rows: withYields(streamCommentRows(source)),
    protected: true,
  }))
  return {
    filename: `${request.title}-comment-sheet.xlsx`,
    contentType: XLSX,
    chunks: streamWorkbook(sheets, request.now),
  }
}

async function* streamCommentRows({ component, rules }: ComponentRules): AsyncGenerator<SheetCell[]> {
  yield buildComponentRow(component)
  for await (const rule of rules) yield* buildRequirementRows(rule)
}

async function* withYields<T>(rows: AsyncIterable<T>): AsyncGenerator<T> {
  const yieldIfDue = createYield()
  for await (const row of rows) {
    yield row
    await yieldIfDue()
  }
}

/** The longest version tag that leaves space for `-Disp-` and an id of ten digits in a sheet name of 31 characters. */
const TAG_LENGTH = 14

/** Version and id, so that sheet names differ; only the id if the version is too long. */
function toTag(component: ExportedComponent): string {
  const tag = toVersionTag(component)
  return tag === '' || tag.length > TAG_LENGTH ? String(component.id) : `${tag}-${component.id}`
}

function streamComments(request: ExportRequest) {
  const commented = request.permissions.comments
    ? request.components.filter((component) => component.commented)
    : []
  return commented.length === 0 ? Promise.resolve([]) : streamDispositionsByComponent(request.db, commented)
}

function toRuleSelection({ options }: ExportRequest, kind: SheetKind): RuleSelection {
  return {
    sources: true,
    statuses: kind === 'vendor_submission' ? 'determined' : 'all',
    withoutChildren: options.exclude_satisfied_by,
    order: 'canonical',
  }
}
