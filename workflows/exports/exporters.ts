import { DomainError, illegal } from '../../src/errors.ts'
import type { ExportedComponent } from '../../src/formats/exported/types.ts'
import type { AccessForInput } from '../../src/procedures/access/access-for-input.ts'
import type { FileResponse } from '../../src/procedures/schemas/file-response.ts'
import type { DocumentType } from '../../src/vocabulary.ts'
import { backupExport } from '../interchange/archive/backup-export.ts'
import { dispositionExport } from './disposition-files.ts'
import { exchanged, inspecExport, markdownExport, xccdfExport } from './documents.ts'
import type { ExportMode, ExportOrder } from './order.ts'
import { printedExport } from './printed-documents.ts'
import { commentSheetExport, csvExport, workbookExport } from './sheets.ts'

/** An export type. */
export interface Exporter {
  /** Endpoints that offer it. */
  at: readonly ExportOrder['place'][]
  /** Supported modes, default first; empty if a request must not name one. */
  modes: readonly ExportMode[]
  /** Supported document types; components of other types are skipped. */
  serves: readonly DocumentType[]
  /** Whether it answers probes with `{status: "ok"}`. */
  probed: boolean
  make: (order: ExportOrder) => FileResponse | Promise<FileResponse>
}

const STIG = ['stig'] as const
const BOTH = ['stig', 'srg'] as const
const ANYWHERE = ['component', 'project', 'bulk'] as const
const IN_PLACE = ['component', 'project'] as const

/** Creates an exporter of this service's own types: for a component or a project, one mode, no probe. */
const ours = (make: Exporter['make']): Exporter => ({
  at: IN_PLACE,
  modes: [],
  serves: BOTH,
  probed: false,
  make,
})

/** All export types; add a new one here (rule C-74). */
export const EXPORTERS: Record<string, Exporter> = {
  csv: { at: ANYWHERE, modes: ['working_copy'], serves: STIG, probed: true, make: csvExport },
  excel: {
    at: IN_PLACE,
    modes: ['working_copy', 'vendor_submission'],
    serves: STIG,
    probed: true,
    make: workbookExport,
  },
  disa_excel: {
    at: IN_PLACE,
    modes: ['vendor_submission'],
    serves: STIG,
    probed: true,
    make: workbookExport,
  },
  xccdf: {
    at: ANYWHERE,
    modes: ['published_stig', 'published_srg'],
    serves: BOTH,
    probed: true,
    make: xccdfExport,
  },
  inspec: {
    at: ANYWHERE,
    modes: ['published_stig', 'working_copy'],
    serves: STIG,
    probed: true,
    make: inspecExport,
  },
  json_archive: {
    at: IN_PLACE,
    modes: ['backup'],
    serves: BOTH,
    probed: true,
    make: backupExport,
  },
  disposition_csv: { ...ours(dispositionExport.csv), probed: true },
  disposition_xlsx: ours(dispositionExport.xlsx),
  disposition_json: ours(dispositionExport.json),
  oscal_catalog: ours(exchanged.oscal_catalog),
  oscal_component: ours(exchanged.oscal_component),
  cklb: ours(exchanged.cklb),
  ckl: ours(exchanged.ckl),
  reqif: ours(exchanged.reqif),
  markdown: ours(markdownExport),
  html: { ...ours(printedExport.html), at: ANYWHERE },
  pdf: { ...ours(printedExport.pdf), at: ANYWHERE },
  docx: { ...ours(printedExport.docx), at: ANYWHERE },
  comment_sheet: { ...ours(commentSheetExport), at: ['component'] },
}

/** Types that contain comments, for members only. */
export const DISPOSITIONS: readonly string[] = ['disposition_csv', 'disposition_xlsx', 'disposition_json']
const PRINTED: readonly string[] = Object.keys(printedExport)

/** Whether an export is a printed document with comments (rule C-79). */
export function printsComments(type: string, { options, sees }: ExportOrder): boolean {
  return PRINTED.includes(type) && options.include_comments && sees.comments
}

const BACKUPS: readonly string[] = ['json_archive']

/**
 * Access for exporting a component: readers can export the publishable form, members every form (rule C-74).
 */
export const COMPONENT_EXPORT: AccessForInput = {
  cases: [
    { needs: 'author', when: { oneOf: BACKUPS }, members: ['type'] },
    { needs: 'viewer', when: { oneOf: [...DISPOSITIONS, 'comment_sheet'] }, members: ['type'] },
  ],
  otherwise: 'show',
}

/** Access for exporting a project. */
export const PROJECT_EXPORT: AccessForInput = {
  cases: [{ needs: 'project author', when: { oneOf: BACKUPS }, members: ['type'] }],
  otherwise: 'project viewer',
}

/** The exporter and mode of a request. */
export interface ExportChoice {
  exporter: Exporter
  mode: ExportMode | null
}

/**
 * Selects the exporter of a type and its mode. Throws 400 for an unknown type or mode, and for a mode that
 * the type does not support (rule C-74).
 */
export function chooseExporter(
  place: ExportOrder['place'],
  type: string,
  mode: string | undefined,
): ExportChoice {
  const exporter = Object.hasOwn(EXPORTERS, type) ? EXPORTERS[type] : undefined
  if (!exporter?.at.includes(place)) {
    throw unusable('type', `The type is one of: ${typesAt(place).join(', ')}.`)
  }
  if (mode === undefined) return { exporter, mode: exporter.modes[0] ?? null }
  const known = exporter.modes.find((one) => one === mode)
  if (known) return { exporter, mode: known }
  const modes = exporter.modes.join(', ')
  throw unusable('mode', modes === '' ? `${type} knows no mode.` : `The modes of ${type} are: ${modes}.`)
}

/** Lists the types of an endpoint. */
export function typesAt(place: ExportOrder['place']): string[] {
  return Object.entries(EXPORTERS).flatMap(([type, { at }]) => (at.includes(place) ? type : []))
}

/** Lists the modes of an endpoint's types. */
export function modesAt(place: ExportOrder['place']): ExportMode[] {
  return [...new Set(typesAt(place).flatMap((type) => EXPORTERS[type]?.modes ?? []))]
}

function unusable(parameter: string, message: string): DomainError {
  return new DomainError('malformed', 'parameter_invalid', message, { members: { parameter } })
}

/**
 * Returns the components that the type and mode support; skips others silently. Throws 422 if none is left.
 */
export function selectSupported(
  { exporter, mode }: ExportChoice,
  asked: string | undefined,
  components: readonly ExportedComponent[],
): ExportedComponent[] {
  const kinds = asked === undefined ? exporter.serves : KINDS_OF[mode ?? 'backup']
  const some = components.filter(
    ({ documentType }) => exporter.serves.includes(documentType) && kinds.includes(documentType),
  )
  if (some.length > 0) return some
  throw illegal('export.nothing', 'Nothing here can be exported in this format.')
}

const KINDS_OF: Record<ExportMode, readonly DocumentType[]> = {
  working_copy: STIG,
  vendor_submission: STIG,
  published_stig: STIG,
  published_srg: ['srg'],
  backup: BOTH,
}
