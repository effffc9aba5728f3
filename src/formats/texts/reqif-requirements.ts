import { severityOf, type RequirementRow } from '../spreadsheet/requirements.ts'
import type { ReqifObject } from './reqif-reader.ts'

/** What a ReqIF object says as a requirement of ours. */
export interface ReqifRequirement {
  line: number
  /** As its own tool calls it: the foreign id, or the name. */
  id: string
  /** Of the SRG requirement that it implements, or that it is. */
  srgId: string | null
  texts: Omit<RequirementRow, 'row'>
}

/** How tools call what a requirement of ours has; the first that is there counts. */
const NAMES: Record<'id' | 'title' | 'text', readonly string[]> = {
  id: ['REQIF.FOREIGNID', 'UID', 'ID', 'STIGID'],
  title: ['REQIF.NAME', 'TITLE', 'REQIF.CHAPTERNAME'],
  text: ['REQIF.TEXT', 'STATEMENT', 'DESCRIPTION', 'TEXT'],
}

/** Values that are fields of their own; not all tools have them. */
const FIELDS = {
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

/**
 * An object as a requirement; null for a chapter, which has neither name nor foreign id, and for what says nothing. Where there is
 * no title the text is it, as the sentence that is required; a rationale follows the text.
 */
export function reqifRequirement({ line, identifier, name, values }: ReqifObject): ReqifRequirement | null {
  const value = (names: readonly string[]) =>
    names.map((one) => values.get(one)).find((text) => text !== undefined)
  const [title, text, rationale] = [value(NAMES.title), value(NAMES.text), values.get('RATIONALE')]
  const foreignId = value(NAMES.id)
  if (foreignId === undefined && values.has('REQIF.CHAPTERNAME') && !values.has('REQIF.NAME')) return null
  if (text === undefined && (title === undefined || foreignId === undefined)) return null
  const discussion = [title === undefined ? undefined : text, rationale].filter((part) => part !== undefined)
  const texts: ReqifRequirement['texts'] = { title: title ?? text ?? '' }
  if (discussion.length > 0) texts.vuln_discussion = discussion.join('\n\n')
  for (const [field, names] of Object.entries(FIELDS)) {
    const own = value(names)
    if (own !== undefined) texts[field as keyof typeof FIELDS] = own
  }
  // What another tool means by its own words for it is not ours to say.
  if (texts.severity !== undefined && severityOf(texts.severity) === null) delete texts.severity
  const srgId = value(['SRGID', 'SRG ID'])?.trim() || null
  return { line, id: (foreignId ?? name ?? identifier).trim(), srgId, texts }
}
