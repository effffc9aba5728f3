import type { DocumentType, SectionKey, SectionName } from '../../../src/vocabulary.ts'
import type { Outputs } from '../../api/client.ts'
import { t } from '../../languages/t.ts'

/** A requirement in the editor: after a save, and as read without its history. */
export type Rule = Outputs['rules']['update']['data']

/** A text field of a requirement. `id` is its name here; nested fields have a prefix. */
export interface Field {
  id: string
  label: string
  /** The section whose lock covers it; null: only the lock of the requirement itself. */
  lock: SectionName | null
  /** The section that a comment on it refers to. */
  section: SectionKey | null
  /** The maximum length in characters, or the setting that defines it. */
  maxLength: number | 'title' | 'long_text'
  /** A single line. */
  line?: true
  /** Yes, no, or not set. */
  choice?: true
  /** The allowed values; the current value stays available. */
  options?: readonly string[]
  /** The field has names, numbers or code. */
  code?: true
  /** Only requirements of this kind have the field. */
  only?: DocumentType
}

const DISA = { lock: 'DISA Metadata', section: 'disa_metadata', maxLength: 'long_text' } as const
const XCCDF = { lock: 'XCCDF Metadata', section: 'xccdf_metadata', maxLength: 255, line: true } as const

/** In the order of the page. */
export const FIELDS: readonly Field[] = [
  { id: 'title', label: t('Title'), lock: 'Title', section: 'title', maxLength: 'title' },
  {
    id: 'status_justification',
    label: t('Justification'),
    lock: 'Status',
    section: 'status',
    maxLength: 1000,
  },
  {
    id: 'disa:vuln_discussion',
    label: t('Discussion'),
    lock: 'Vulnerability Discussion',
    section: 'vuln_discussion',
    maxLength: 'long_text',
  },
  { id: 'check:content', label: t('Check'), lock: 'Check', section: 'check_content', maxLength: 'long_text' },
  { id: 'fixtext', label: t('Fix'), lock: 'Fix', section: 'fixtext', maxLength: 'long_text' },
  { id: 'disa:mitigations', label: t('Mitigations'), ...DISA },
  {
    id: 'artifact_description',
    label: t('Artifact description'),
    lock: 'Artifact Description',
    section: 'artifact_description',
    maxLength: 'long_text',
  },
  {
    id: 'vendor_comments',
    label: t('Vendor comments'),
    lock: 'Vendor Comments',
    section: 'vendor_comments',
    maxLength: 'long_text',
  },
  {
    id: 'disa:severity_override_guidance',
    label: t('Severity override'),
    lock: 'Severity',
    section: 'severity',
    maxLength: 'long_text',
  },
  { id: 'disa:documentable', label: t('Documentable'), ...DISA, choice: true },
  { id: 'disa:false_positives', label: t('False positives'), ...DISA },
  { id: 'disa:false_negatives', label: t('False negatives'), ...DISA },
  { id: 'disa:mitigations_available', label: t('Mitigations available'), ...DISA, choice: true },
  { id: 'disa:mitigation_control', label: t('Mitigation control'), ...DISA },
  { id: 'disa:poam_available', label: t('Plan of action available'), ...DISA, choice: true },
  { id: 'disa:poam', label: t('Plan of action'), ...DISA },
  { id: 'disa:potential_impacts', label: t('Potential impacts'), ...DISA },
  { id: 'disa:third_party_tools', label: t('Third-party tools'), ...DISA },
  { id: 'disa:responsibility', label: t('Responsibility'), ...DISA },
  { id: 'disa:ia_controls', label: t('IA controls'), ...DISA },
  { id: 'version', label: t('Version'), ...XCCDF },
  { id: 'ident', label: 'CCI', ...XCCDF, maxLength: 2048 },
  { id: 'rule_weight', label: t('Weight'), ...XCCDF },
  {
    id: 'inspec_control_body',
    label: 'InSpec',
    lock: null,
    section: null,
    maxLength: 50_000,
    code: true,
    only: 'stig',
  },
]

const ANSWER = 'answer:'

/** Returns the field of an additional question of the component. */
export function createAnswerField({
  id,
  name,
  question_type: type,
  options,
}: {
  id: number
  name: string
  question_type: string
  options: readonly string[]
}): Field {
  return {
    id: `${ANSWER}${id}`,
    label: name,
    lock: null,
    section: null,
    maxLength: 'long_text',
    ...(type === 'dropdown' ? { options } : {}),
    ...(type === 'url' ? { line: true as const } : {}),
  }
}

/** Returns the label of a field, also if it is not in the table. */
export function formatField(id: string): string {
  return (
    FIELDS.find((field) => field.id === id)?.label ?? (id.startsWith(ANSWER) ? t('Additional answer') : id)
  )
}

/** The labels of history columns that are not text fields. */
const COLUMNS: Readonly<Record<string, string>> = {
  status: t('Status'),
  rule_severity: t('Severity'),
  locked: t('Locked'),
  locked_fields: t('Locked sections'),
  review_requestor_id: t('Review requested by'),
  changes_requested: t('Changes requested'),
  rule_id: t('Number'),
  deleted_at: t('Deleted'),
  fix_id: t('Fix ID'),
  fixtext_fixref: t('Fix reference'),
  ident_system: t('CCI system'),
  legacy_ids: t('Legacy IDs'),
  answer: t('Additional answer'),
  system: t('Check system'),
  content_ref_name: t('Check reference'),
  content_ref_href: t('Check reference address'),
  srg_rule_id: t('SRG requirement'),
  satisfied_by_rule_id: t('Satisfied by'),
  triage_status: t('Decision'),
  due_on: t('Due on'),
  assignee_id: t('Assignee'),
  comment_phase: t('Comment phase'),
  closed_reason: t('Closed reason'),
  released: t('Released'),
  prefix: t('Prefix'),
  document_type: t('Document type'),
  security_requirements_guide_id: 'SRG',
  adjudicated_by_id: t('Closed by'),
  duplicate_of_review_id: t('Duplicate of'),
  addressed_by_rule_id: t('Addressed by'),
  comment: t('Comment'),
  section: t('Section'),
  inspec_control_file: t('InSpec file'),
  markers: t('Moved or merged'),
}

/** Returns the label of a column in a history or a search. */
export function formatColumn(column: string): string {
  const field = FIELDS.find(({ id }) => id === column || id.endsWith(`:${column}`))
  const plain = column.replace(/_id$/, '').replaceAll('_', ' ')
  return field?.label ?? COLUMNS[column] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** Texts of a requirement by field id. */
export type Texts = Readonly<Record<string, string>>

/** Returns all editable values of a requirement as texts; null and absent values are empty. */
export function readTexts(rule: Rule): Texts {
  const [disa] = rule.disa_rule_descriptions_attributes
  const [check] = rule.checks_attributes
  const texts: Record<string, string> = { status: rule.status, rule_severity: rule.rule_severity }
  for (const { id } of FIELDS) texts[id] = toText(readField({ rule, disa, check }, id))
  for (const { additional_question_id, answer } of rule.additional_answers_attributes ?? []) {
    texts[`${ANSWER}${additional_question_id}`] = answer ?? ''
  }
  return texts
}

/** Returns a field's text in the SRG requirement, or an empty text. */
export function readSourceText(rule: Rule, id: string): string {
  const source = rule.srg_rule_attributes
  if (!source) return ''
  const [disa] = source.disa_rule_descriptions_attributes
  const [check] = source.checks_attributes
  return toText(readField({ rule: source, disa, check }, id))
}

function readField(
  from: { rule: object; disa: object | undefined; check: object | undefined },
  id: string,
): unknown {
  const [list, name = list] = id.split(':')
  const record = list === 'disa' ? from.disa : list === 'check' ? from.check : from.rule
  return Object.entries(record ?? {}).find(([key]) => key === name)?.[1]
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : ''
}

const isChoice = (id: string) => FIELDS.some((field) => field.id === id && field.choice)

/** Converts changed texts to the input of `rules.update`; nested ones under the ids of their records. */
export function toRuleInput(rule: Rule, texts: Texts): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  const nested: Record<'disa' | 'check', Record<string, unknown>> = { disa: {}, check: {} }
  const answers: Record<string, unknown>[] = []
  for (const [id, text] of Object.entries(texts)) {
    const value = text === '' ? null : isChoice(id) ? text === 'true' : text
    const [list, name = ''] = id.split(':')
    if (list === 'disa' || list === 'check') nested[list][name] = value
    else if (id.startsWith(ANSWER)) answers.push({ additional_question_id: Number(name), answer: value })
    else input[id] = value
  }
  const { disa, check } = nested
  if (Object.keys(disa).length > 0) {
    input['disa_rule_descriptions_attributes'] = [
      { ...toIdInput(rule.disa_rule_descriptions_attributes), ...disa },
    ]
  }
  if (Object.keys(check).length > 0) {
    input['checks_attributes'] = [{ ...toIdInput(rule.checks_attributes), ...check }]
  }
  if (answers.length > 0) input['additional_answers_attributes'] = answers
  return input
}

/** Converts field errors of the service to the field ids used here. */
export function toFieldErrors(errors: Readonly<Record<string, string[]>>): Record<string, string[]> {
  const lists = { disa_rule_descriptions_attributes: 'disa', checks_attributes: 'check' }
  const matching = Object.entries(errors).map(([name, messages]) => {
    const [list = '', , field = ''] = name.split('.')
    const short = Object.entries(lists).find(([long]) => long === list)?.[1]
    return [short === undefined ? name : `${short}:${field}`, messages]
  })
  return Object.fromEntries(matching)
}

function toIdInput([first]: readonly { id: number }[]): { id?: number } {
  return first === undefined ? {} : { id: first.id }
}
