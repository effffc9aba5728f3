import type { BulkChanges } from '../../../entities/bulk-update.ts'
import {
  CHECK_FIELDS,
  columnOf,
  DISA_FIELDS,
  mapLimits,
  RULE_FIELDS,
} from '../../../entities/requirement-fields.ts'
import type { Env } from '../../../src/config/env.ts'
import { findOverlongTexts, overlong } from '../../../src/procedures/schemas/text-limits.ts'
import { changesOf } from '../../rules/changes.ts'
import type { RuleInput } from '../../rules/record.schema.ts'
import type { BulkFieldValues, BulkRuleChanges } from './bulk-update.schema.ts'

const DISA_COLUMNS = new Set<string>(Object.keys(DISA_FIELDS).map(columnOf))

const LIMITS = {
  ...mapLimits(RULE_FIELDS),
  ...mapLimits(DISA_FIELDS),
  check_content: CHECK_FIELDS.content.limit,
} as const

/** A change of many requirements as a save of one: the parts are those that come first. */
function ruleInputOf({ check_content: content, ...given }: BulkRuleChanges): RuleInput {
  const named = Object.entries(given).filter(([, value]) => value !== undefined)
  const disa = Object.fromEntries(named.filter(([name]) => DISA_COLUMNS.has(name)))
  return {
    ...Object.fromEntries(named.filter(([name]) => !DISA_COLUMNS.has(name))),
    ...(Object.keys(disa).length > 0 ? { disa_rule_descriptions_attributes: [disa] } : {}),
    ...(content === undefined ? {} : { checks_attributes: [{ content }] }),
  }
}

/** Throws 422 for the first text that is longer than the settings allow, by the name that the request has for it. */
export function assertBulkTexts(limits: Env['limits'], given: BulkRuleChanges): void {
  const [first] = findOverlongTexts(limits, given, LIMITS)
  if (first) throw overlong(first)
}

/** What a request changes, in the words of the entity. */
export function bulkChangesOf(given: BulkRuleChanges): BulkChanges {
  return changesOf(ruleInputOf(given))
}

/** The fields of a change by their names on the wire. */
export function bulkFieldsOf({ content, checks, disaDescriptions }: BulkChanges): BulkFieldValues {
  const values = Object.entries({ ...content, ...disaDescriptions?.[0]?.values })
  const fields = values.flatMap(([name, value]) => (value === undefined ? [] : [[columnOf(name), value]]))
  const [check] = checks ?? []
  return {
    ...Object.fromEntries(fields),
    ...(check ? { check_content: check.values['content'] ?? null } : {}),
  }
}
