import { roleAtLeast, type DocumentType, type Role } from '../../../src/vocabulary.ts'
import { t } from '../../languages/t.ts'

/** The scope of an export. */
export type ExportScope = 'component' | 'project' | 'bulk'

/** Options besides the format. */
export type ExportOption =
  | 'exclude_satisfied_by'
  | 'triage_status'
  | 'include_email'
  | 'include_srg'
  | 'include_memberships'
  | 'include_comments'

/** An export format with its labels. */
export interface Form {
  type: string
  label: string
  description: string
  endpoints: readonly ExportScope[]
  /** The modes, default first; modes without a label differ only by the kind of document. */
  modes: readonly { value: string; label: string; documentTypes: readonly DocumentType[] }[]
  serves: readonly DocumentType[]
  /** The minimum role; null for every reader. */
  needs: Role | null
  options: readonly ExportOption[]
}

const BOTH = ['stig', 'srg'] as const
const STIG = ['stig'] as const
const ALL_ENDPOINTS = ['component', 'project', 'bulk'] as const
const RECORD_ENDPOINTS = ['component', 'project'] as const

const WORKING = { value: 'working_copy', label: t('Working copy: every requirement'), documentTypes: STIG }
const VENDOR = {
  value: 'vendor_submission',
  label: t('Submission: the 17 columns that DISA requires'),
  documentTypes: STIG,
}
const PUBLISHED = {
  value: 'published_stig',
  label: t('Published: applicable requirements only'),
  documentTypes: STIG,
}

const document = { endpoints: RECORD_ENDPOINTS, modes: [], serves: BOTH, needs: null, options: [] } as const
const matrix = {
  ...document,
  needs: 'viewer',
  options: ['triage_status', 'include_email'],
} as const

const printed = {
  ...document,
  endpoints: ALL_ENDPOINTS,
  options: ['exclude_satisfied_by', 'include_comments'],
} as const

/** All formats, most used first. */
export const FORMS: readonly Form[] = [
  {
    type: 'xccdf',
    label: 'XCCDF',
    description: t('The benchmark as DISA publishes it, for scanners and STIG viewers.'),
    endpoints: ALL_ENDPOINTS,
    modes: [
      { value: 'published_stig', label: t('STIGs'), documentTypes: STIG },
      { value: 'published_srg', label: t('SRGs'), documentTypes: ['srg'] },
    ],
    serves: BOTH,
    needs: null,
    options: [],
  },
  {
    type: 'excel',
    label: t('Excel workbook'),
    description: t('One row per requirement. You can edit a working copy and import it as an update.'),
    endpoints: RECORD_ENDPOINTS,
    modes: [WORKING, VENDOR],
    serves: STIG,
    needs: null,
    options: ['exclude_satisfied_by'],
  },
  {
    type: 'disa_excel',
    label: t('Vendor submission (Excel)'),
    description: t('The 17 columns that DISA requires.'),
    endpoints: RECORD_ENDPOINTS,
    modes: [VENDOR],
    serves: STIG,
    needs: null,
    options: [],
  },
  {
    ...printed,
    type: 'pdf',
    label: t('PDF document'),
    description: t(
      'To read and print: cover, table of contents, and every requirement with what its status needs.',
    ),
  },
  {
    ...printed,
    type: 'docx',
    label: t('Word document'),
    description: t('To read, print and edit in Word: cover, table of contents, and every requirement.'),
  },
  {
    ...printed,
    type: 'html',
    label: t('HTML document'),
    description: t('One file for any browser: cover, linked table of contents, and every requirement.'),
  },
  {
    type: 'csv',
    label: 'CSV',
    description: t('One line per requirement. You can edit it and import it as an update.'),
    endpoints: ALL_ENDPOINTS,
    modes: [WORKING],
    serves: STIG,
    needs: null,
    options: ['exclude_satisfied_by'],
  },
  {
    type: 'inspec',
    label: t('InSpec profile'),
    description: t('One control per requirement with its check code (.zip).'),
    endpoints: ALL_ENDPOINTS,
    modes: [PUBLISHED, WORKING],
    serves: STIG,
    needs: null,
    options: ['exclude_satisfied_by'],
  },
  {
    ...matrix,
    type: 'disposition_xlsx',
    label: t('Disposition matrix (Excel)'),
    description: t('Each comment with its decision and response. Fill it in, then import it.'),
  },
  {
    ...matrix,
    type: 'disposition_csv',
    label: t('Disposition matrix (CSV)'),
    description: t('Each comment with its decision and response. Fill it in, then import it.'),
  },
  {
    ...matrix,
    type: 'disposition_json',
    label: t('Disposition matrix (JSON)'),
    description: t('Each comment with its decision and response, for programs.'),
  },
  {
    ...matrix,
    type: 'comment_sheet',
    label: t('Comment sheet (Excel)'),
    description: t('For people without an account. They enter their comments, then you import it.'),
    endpoints: ['component'],
    options: [],
  },
  {
    type: 'json_archive',
    label: t('Backup archive'),
    description: t(
      'Everything: requirements, comments and decisions. You can import it into any project here, or into Vulcan.',
    ),
    endpoints: RECORD_ENDPOINTS,
    modes: [{ value: 'backup', label: t('Backup'), documentTypes: BOTH }],
    serves: BOTH,
    needs: 'author',
    options: ['include_srg', 'include_memberships'],
  },
  {
    ...document,
    type: 'oscal_catalog',
    label: t('OSCAL catalog'),
    description: t('One control per requirement, as NIST defines it (JSON).'),
  },
  {
    ...document,
    type: 'oscal_component',
    label: t('OSCAL component definition'),
    description: t('How the component implements its controls (JSON).'),
  },
  {
    ...document,
    type: 'cklb',
    label: t('CKLB checklist'),
    description: t('An empty checklist for STIG Viewer 3.'),
  },
  {
    ...document,
    type: 'ckl',
    label: t('CKL checklist'),
    description: t('An empty checklist for STIG Viewer 2 (XML).'),
  },
  {
    ...document,
    type: 'reqif',
    label: t('ReqIF 1.2'),
    description: t('For requirements tools such as DOORS and StrictDoc.'),
  },
  {
    ...document,
    type: 'markdown',
    label: t('Markdown'),
    description: t('One file per requirement in a stable order, for use with Git (.zip).'),
  },
]

/** The user's role, and the subject of the export. */
export interface ExportContext {
  scope: ExportScope
  /** The document types of the components. */
  kinds: readonly DocumentType[]
  role: Role | null
}

/** Returns the available export formats, with the modes that differ here. */
export function findForms({ scope, kinds, role }: ExportContext): Form[] {
  return FORMS.filter(
    ({ endpoints, serves, needs }) =>
      endpoints.includes(scope) &&
      serves.some((kind) => kinds.includes(kind)) &&
      (needs === null || roleAtLeast(role, needs)),
  ).map((form) => ({
    ...form,
    modes: form.modes.filter(({ documentTypes }) => documentTypes.some((kind) => kinds.includes(kind))),
    options:
      scope === 'bulk' ? [] : form.options.filter((option) => option !== 'include_comments' || role !== null),
  }))
}

/** The chosen options of an export; unset ones are absent. */
export interface Choices {
  mode: string | null
  options: Partial<Record<ExportOption, string>>
  /** Limits an export of a project or of released components to these. */
  components: readonly number[] | null
}

/** Returns the address of an export. */
export function toExportAddress(
  target: { scope: 'component' | 'project'; id: number } | { scope: 'bulk' },
  type: string,
  { mode, options, components }: Choices,
): string {
  const query = new URLSearchParams()
  if (mode !== null) query.set('mode', mode)
  for (const [name, value] of Object.entries(options)) query.set(name, value)
  if (components !== null) query.set('component_ids', components.join(','))
  const base = target.scope === 'bulk' ? '/components/bulk_export' : `/${target.scope}s/${target.id}/export`
  return query.size > 0 ? `${base}/${type}?${query}` : `${base}/${type}`
}

/** The kinds of documents among components. */
export function listKinds(components: readonly { document_type: DocumentType }[]): DocumentType[] {
  return [...new Set(components.map(({ document_type }) => document_type))]
}
