import {
  CHECK_FIELDS,
  DESCRIPTION_FIELDS,
  DISA_FIELDS,
  limitsOf,
  RULE_FIELDS,
} from '../../entities/requirement-fields.ts'
import type { Env } from '../../src/env.ts'
import { assertTexts } from '../../src/wire/text-limits.ts'
import type { RuleInput } from './record.schema.ts'

const RULE = { ...limitsOf(RULE_FIELDS), audit_comment: 'auditComment' } as const
const CHECK = limitsOf(CHECK_FIELDS)
const DISA = limitsOf(DISA_FIELDS)
const DESCRIPTION = limitsOf(DESCRIPTION_FIELDS)

/** Throws 422 for the first text of a requirement that is longer than the settings allow (rule A-70). */
export function assertRuleTexts(limits: Env['limits'], given: RuleInput): void {
  assertTexts(limits, given, RULE)
  for (const check of given.checks_attributes ?? []) assertTexts(limits, check, CHECK)
  for (const part of given.disa_rule_descriptions_attributes ?? []) assertTexts(limits, part, DISA)
  for (const part of given.rule_descriptions_attributes ?? []) {
    assertTexts(limits, part, DESCRIPTION)
  }
  for (const part of given.additional_answers_attributes ?? []) {
    assertTexts(limits, part, { answer: 'longText' })
  }
}
