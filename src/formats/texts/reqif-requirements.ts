import { validationError } from '../../errors.ts'
import { formatCount } from '../../lib/format-count.ts'
import type { RequirementRow } from '../spreadsheet/requirements.ts'
import { type GuideWarning, GuideWarnings } from '../xccdf/warnings.ts'
import type { ReqifDocument, ReqifObject, ReqifValue } from './reqif-reader.ts'

/** A requirement of a ReqIF document. */
export interface ReqifRequirement {
  line: number
  /** The foreign id or the name in the source tool. */
  id: string
  /** The id of its SRG requirement. */
  srgId: string | null
  texts: Omit<RequirementRow, 'row'>
  /** Fields whose text lost its runs of blanks, because it is formatted. */
  collapsed: string[]
}

/** Fields, and the attribute names that tools use for them; the first with a value counts. */
const NAMES = {
  id: ['REQIF.FOREIGNID', 'UID', 'ID', 'STIGID'],
  srg_id: ['SRGID', 'SRG ID'],
  title: ['REQIF.NAME', 'TITLE', 'REQIF.CHAPTERNAME'],
  vuln_discussion: ['REQIF.TEXT', 'STATEMENT', 'DESCRIPTION', 'TEXT'],
  rationale: ['RATIONALE'],
  severity: ['SEVERITY'],
  status: ['STATUS'],
  status_justification: ['STATUS JUSTIFICATION'],
  ident: ['CCI'],
  check_content: ['CHECK', 'VERIFICATION'],
  fixtext: ['FIX'],
  mitigations: ['MITIGATION'],
  artifact_description: ['ARTIFACT DESCRIPTION'],
  vendor_comments: ['VENDOR COMMENTS', 'COMMENT', 'COMMENTS'],
  inspec_control_body: ['INSPEC CONTROL BODY'],
} as const
export type ReqifField = keyof typeof NAMES
export const REQIF_FIELDS = Object.keys(NAMES) as [ReqifField, ...ReqifField[]]

/** Fields that are read unchanged. */
const TEXTS = [
  'severity',
  'status',
  'status_justification',
  'ident',
  'check_content',
  'fixtext',
  'mitigations',
  'artifact_description',
  'vendor_comments',
  'inspec_control_body',
] as const satisfies readonly ReqifField[]

/** The user's attribute for each field, instead of the usual ones. */
export type ReqifMapping = { [K in ReqifField]?: string | undefined }

/** An attribute of the document with its field; null if it is not read. */
export interface ReqifAttribute {
  name: string
  field: ReqifField | null
  /** Number of objects that have a value of it. */
  values: number
}

export interface ReqifRequirements {
  requirements: ReqifRequirement[]
  attributes: ReqifAttribute[]
  warnings: { list: GuideWarning[]; count: number }
}

/**
 * Reads the requirements of documents, with a warning for each unread attribute and object. Throws 422 if no document has
 * an attribute of the mapping.
 */
export function readReqifRequirements(
  documents: readonly (ReqifDocument & { file: string })[],
  mapping: ReqifMapping = {},
): ReqifRequirements {
  const names = new Map(documents.flatMap(({ attributes }) => [...attributes]))
  const fields = resolveFields(mapping, names)
  const warnings = new GuideWarnings()
  const requirements = documents.flatMap(({ file, objects, isOwn, unread }) => {
    for (const item of unread) warnings.add({ file, ...item })
    return objects.flatMap((object) => {
      const requirement = readReqifRequirement(object, fields, { isOwn, mapping })
      if (requirement === null) warnings.add({ file, ...warnUnreadObject(object) })
      return requirement ?? []
    })
  })
  const counts = countValues(documents)
  const attributes = [...names].map(([key, name]): ReqifAttribute => {
    const field = REQIF_FIELDS.find((item) => fields[item].includes(key)) ?? null
    return { name, field, values: counts.get(key) ?? 0 }
  })
  const [file = ''] = documents.map((item) => item.file)
  for (const { name, field, values } of attributes) {
    if (field !== null || values === 0) continue
    warnings.add({
      file,
      line: null,
      what: `Attribute ${name}, ${formatCount(values, 'value', 'values')}`,
      why: 'It is not a field of a requirement.',
    })
  }
  return { requirements, attributes, warnings: { list: warnings.list, count: warnings.count } }
}

/** Returns the upper-case attribute names of each field. An attribute in the mapping is read only for its field. */
function resolveFields(
  mapping: ReqifMapping,
  names: ReadonlyMap<string, string>,
): Record<ReqifField, readonly string[]> {
  const mapped = new Map<ReqifField, string>()
  for (const field of REQIF_FIELDS) {
    const name = mapping[field]?.trim().toUpperCase()
    if (name === undefined) continue
    if (!names.has(name)) {
      throw validationError(
        'reqif.unknown_attribute',
        `mapping.${field}`,
        `The file has no attribute ${mapping[field]?.slice(0, 100) ?? ''}. ${describeAttributes([...names.values()])}`,
      )
    }
    mapped.set(field, name)
  }
  const mappedNames = new Set(mapped.values())
  const fields = REQIF_FIELDS.map((field): [ReqifField, readonly string[]] => {
    const mappedAttribute = mapped.get(field)
    return [
      field,
      mappedAttribute === undefined
        ? NAMES[field].filter((name) => !mappedNames.has(name))
        : [mappedAttribute],
    ]
  })
  return Object.fromEntries(fields) as Record<ReqifField, readonly string[]>
}

/** Lists the attributes of a file, so that the caller can map them. */
export function describeAttributes(names: readonly string[]): string {
  if (names.length === 0) return 'It has no attributes.'
  const listedNames = names.slice(0, 50).map((name) => name.slice(0, 100))
  const more = names.length > listedNames.length ? ` and ${names.length - listedNames.length} more` : ''
  return `Its attributes are: ${listedNames.join(', ')}${more}.`
}

/**
 * Reads one object; null for a chapter, which has neither name nor foreign id, and for an object without texts. Without
 * a title the text becomes the title, except in a document of this service. A rationale follows the text.
 */
function readReqifRequirement(
  { line, identifier, name, values }: ReqifObject,
  fields: Record<ReqifField, readonly string[]>,
  { isOwn, mapping }: { isOwn: boolean; mapping: ReqifMapping },
): ReqifRequirement | null {
  const getValue = (field: ReqifField): ReqifValue | undefined =>
    fields[field].map((item) => values.get(item)).find((value) => value !== undefined)
  const [title, text, rationale] = [getValue('title'), getValue('vuln_discussion'), getValue('rationale')]
  const foreignId = getValue('id')
  const isMapped = REQIF_FIELDS.some((field) => mapping[field] !== undefined && getValue(field) !== undefined)
  if (!isOwn && !isMapped) {
    if (foreignId === undefined && values.has('REQIF.CHAPTERNAME') && !values.has('REQIF.NAME')) return null
    if (text === undefined && (title === undefined || foreignId === undefined)) return null
  }
  const isTitled = isOwn || title !== undefined
  const discussion = [isTitled ? text : undefined, rationale].filter((part) => part !== undefined)
  const fieldValues: [keyof ReqifRequirement['texts'], ReqifValue][] = []
  const heading = title ?? (isOwn ? { text: '', isCollapsed: false } : text)
  if (heading !== undefined) fieldValues.push(['title', heading])
  if (discussion.length > 0) {
    fieldValues.push([
      'vuln_discussion',
      {
        text: discussion.map((part) => part.text).join('\n\n'),
        isCollapsed: discussion.some((part) => part.isCollapsed),
      },
    ])
  }
  for (const field of TEXTS) {
    const value = getValue(field)
    if (value !== undefined) fieldValues.push([field, value])
  }
  return {
    line,
    id: (foreignId?.text ?? name ?? identifier).trim(),
    srgId: getValue('srg_id')?.text.trim() || null,
    texts: Object.fromEntries(fieldValues.map(([field, value]) => [field, value.text])),
    collapsed: fieldValues.flatMap(([field, value]) => (value.isCollapsed ? field : [])),
  }
}

function warnUnreadObject({ line, identifier, name }: ReqifObject): Omit<GuideWarning, 'file'> {
  return {
    line,
    what: `Object ${name ?? identifier}`,
    why: 'It has no text, and no title with an id: a chapter, or its attributes need a mapping.',
  }
}

/** Counts the objects that have a value, by upper-case attribute name. */
function countValues(documents: readonly ReqifDocument[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { values } of documents.flatMap(({ objects }) => objects)) {
    for (const key of values.keys()) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
