import { DomainError, stateError } from '../../src/errors.ts'
import type { ExportedComponent } from '../../src/formats/exported/types.ts'
import type { AccessForInput } from '../../src/procedures/access/access-for-input.ts'
import type { FileResponse } from '../../src/procedures/schemas/file-response.ts'
import type { DocumentType, TriageStatus } from '../../src/vocabulary.ts'
import { exportBackup } from '../interchange/archive/backup-export.ts'
import { dispositionExport } from './disposition-files.ts'
import { exchangeExports, exportInspec, exportMarkdown, exportXccdf } from './documents.ts'
import type { ExportMode, ExportRequest } from './export-request.ts'
import { printedExport } from './printed-documents.ts'
import { exportCommentSheet, exportCsv, exportWorkbook } from './sheets.ts'

/** An export type. */
export interface Exporter {
  /** Endpoints that offer it. */
  endpoints: readonly ExportRequest['endpoint'][]
  /** Supported modes, default first; empty if a request must not name one. */
  modes: readonly ExportMode[]
  /** Supported document types; components of other types are skipped. */
  serves: readonly DocumentType[]
  /** Whether it answers probes with `{status: "ok"}`. */
  probed: boolean
  make: (request: ExportRequest) => FileResponse | Promise<FileResponse>
}

const STIG = ['stig'] as const
const BOTH = ['stig', 'srg'] as const
const ALL_ENDPOINTS = ['component', 'project', 'bulk'] as const
const RECORD_ENDPOINTS = ['component', 'project'] as const

/** Creates an exporter of this service's own types: for a component or a project, one mode, no probe. */
const createExporter = (make: Exporter['make']): Exporter => ({
  endpoints: RECORD_ENDPOINTS,
  modes: [],
  serves: BOTH,
  probed: false,
  make,
})

/** All export types; add a new one here (rule C-74). */
export const EXPORTERS: Record<string, Exporter> = {
  csv: { endpoints: ALL_ENDPOINTS, modes: ['working_copy'], serves: STIG, probed: true, make: exportCsv },
  excel: {
    endpoints: RECORD_ENDPOINTS,
    modes: ['working_copy', 'vendor_submission'],
    serves: STIG,
    probed: true,
    make: exportWorkbook,
  },
  disa_excel: {
    endpoints: RECORD_ENDPOINTS,
    modes: ['vendor_submission'],
    serves: STIG,
    probed: true,
    make: exportWorkbook,
  },
  xccdf: {
    endpoints: ALL_ENDPOINTS,
    modes: ['published_stig', 'published_srg'],
    serves: BOTH,
    probed: true,
    make: exportXccdf,
  },
  inspec: {
    endpoints: ALL_ENDPOINTS,
    modes: ['published_stig', 'working_copy'],
    serves: STIG,
    probed: true,
    make: exportInspec,
  },
  json_archive: {
    endpoints: RECORD_ENDPOINTS,
    modes: ['backup'],
    serves: BOTH,
    probed: true,
    make: exportBackup,
  },
  disposition_csv: { ...createExporter(dispositionExport.csv), probed: true },
  disposition_xlsx: createExporter(dispositionExport.xlsx),
  disposition_json: createExporter(dispositionExport.json),
  oscal_catalog: createExporter(exchangeExports.oscal_catalog),
  oscal_component: createExporter(exchangeExports.oscal_component),
  cklb: createExporter(exchangeExports.cklb),
  ckl: createExporter(exchangeExports.ckl),
  reqif: createExporter(exchangeExports.reqif),
  markdown: createExporter(exportMarkdown),
  html: { ...createExporter(printedExport.html), endpoints: ALL_ENDPOINTS },
  pdf: { ...createExporter(printedExport.pdf), endpoints: ALL_ENDPOINTS },
  docx: { ...createExporter(printedExport.docx), endpoints: ALL_ENDPOINTS },
  comment_sheet: { ...createExporter(exportCommentSheet), endpoints: ['component'] },
}

/** Types that contain comments, for members only. */
export const DISPOSITIONS: readonly string[] = ['disposition_csv', 'disposition_xlsx', 'disposition_json']
const PRINTED: readonly string[] = Object.keys(printedExport)
const BACKUPS: readonly string[] = ['json_archive']
/** Types whose working copy has the disposition matrix as another sheet or file (rule C-75). */
const WORKING_COPIES: readonly string[] = ['csv', 'excel']

/** The comments of an export. */
interface ExportedComments {
  triage_status: TriageStatus | 'all'
  include_email: boolean
}

/** Returns which comments an export contains, for its audit entry (rule R-58); null without comments. */
export function describeComments(
  type: string,
  { components, mode, options, permissions }: ExportRequest,
): ExportedComments | null {
  const status = options.triage_status ?? 'all'
  if (DISPOSITIONS.includes(type)) {
    return { triage_status: status, include_email: options.include_email && permissions.addresses }
  }
  if (!permissions.comments) return null
  if (PRINTED.includes(type)) {
    return options.include_comments ? { triage_status: status, include_email: false } : null
  }
  if (!components.some(({ commented }) => commented)) return null
  if (BACKUPS.includes(type)) return { triage_status: 'all', include_email: permissions.addresses }
  return mode === 'working_copy' && WORKING_COPIES.includes(type)
    ? { triage_status: 'all', include_email: false }
    : null
}

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
  endpoint: ExportRequest['endpoint'],
  type: string,
  mode: string | undefined,
): ExportChoice {
  const exporter = Object.hasOwn(EXPORTERS, type) ? EXPORTERS[type] : undefined
  if (!exporter?.endpoints.includes(endpoint)) {
    throw createUnsupportedTypeError('type', `The type is one of: ${listExportTypes(endpoint).join(', ')}.`)
  }
  if (mode === undefined) return { exporter, mode: exporter.modes[0] ?? null }
  const supportedMode = exporter.modes.find((item) => item === mode)
  if (supportedMode) return { exporter, mode: supportedMode }
  const modes = exporter.modes.join(', ')
  throw createUnsupportedTypeError(
    'mode',
    modes === '' ? `${type} has no modes.` : `The modes of ${type} are: ${modes}.`,
  )
}

/** Lists the types of an endpoint. */
export function listExportTypes(endpoint: ExportRequest['endpoint']): string[] {
  return Object.entries(EXPORTERS).flatMap(([type, { endpoints }]) =>
    endpoints.includes(endpoint) ? type : [],
  )
}

/** Lists the modes of an endpoint's types. */
export function listExportModes(endpoint: ExportRequest['endpoint']): ExportMode[] {
  return [...new Set(listExportTypes(endpoint).flatMap((type) => EXPORTERS[type]?.modes ?? []))]
}

function createUnsupportedTypeError(parameter: string, message: string): DomainError {
  return new DomainError('malformed', 'parameter_invalid', message, { members: { parameter } })
}

/**
 * Returns the components that the type and mode support; skips others silently. Throws 422 if none is left.
 */
export function selectSupported(
  { exporter, mode }: ExportChoice,
  requestedMode: string | undefined,
  components: readonly ExportedComponent[],
): ExportedComponent[] {
  const kinds = requestedMode === undefined ? exporter.serves : KINDS_BY_MODE[mode ?? 'backup']
  const supported = components.filter(
    ({ documentType }) => exporter.serves.includes(documentType) && kinds.includes(documentType),
  )
  if (supported.length > 0) return supported
  throw stateError('export.nothing', 'Nothing here can be exported in this format.')
}

const KINDS_BY_MODE: Record<ExportMode, readonly DocumentType[]> = {
  working_copy: STIG,
  vendor_submission: STIG,
  published_stig: STIG,
  published_srg: ['srg'],
  backup: BOTH,
}
