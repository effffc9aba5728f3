import type { Env } from '../../src/env.ts'
import { assertTexts } from '../../src/text-limits.ts'
import type { RuleInput } from '../rules.schema.ts'

const RULE = {
  status_justification: 'mediumText',
  artifact_description: 'longText',
  vendor_comments: 'longText',
  rule_weight: 'shortString',
  version: 'shortString',
  title: 'ruleTitle',
  ident: 'ident',
  ident_system: 'shortString',
  fixtext: 'longText',
  fix_id: 'shortString',
  fixtext_fixref: 'shortString',
  inspec_control_body: 'inspecCode',
  inspec_control_body_lang: 'shortString',
  inspec_control_file_lang: 'shortString',
  audit_comment: 'auditComment',
} as const

/** Of the nested lists all texts are long, but for what names a check. */
const CHECK = {
  system: 'shortString',
  content_ref_name: 'shortString',
  content_ref_href: 'shortString',
  content: 'longText',
} as const

const DISA = {
  vuln_discussion: 'longText',
  false_positives: 'longText',
  false_negatives: 'longText',
  mitigations: 'longText',
  poam: 'longText',
  severity_override_guidance: 'longText',
  potential_impacts: 'longText',
  third_party_tools: 'longText',
  mitigation_control: 'longText',
  responsibility: 'longText',
  ia_controls: 'longText',
} as const

/** Throws 422 for the first text of a requirement that is longer than the settings allow (accounts 6.6). */
export function assertRuleTexts(limits: Env['limits'], given: RuleInput): void {
  assertTexts(limits, given, RULE)
  for (const check of given.checks_attributes ?? []) assertTexts(limits, check, CHECK)
  for (const part of given.disa_rule_descriptions_attributes ?? []) assertTexts(limits, part, DISA)
  for (const part of given.rule_descriptions_attributes ?? []) {
    assertTexts(limits, part, { description: 'longText' })
  }
  for (const part of given.additional_answers_attributes ?? []) {
    assertTexts(limits, part, { answer: 'longText' })
  }
}
