import type { BulkChanges } from '../../../entities/bulk-update.ts'
import {
  CHECK_FIELDS,
  toColumn,
  DISA_FIELDS,
  mapLimits,
  RULE_FIELDS,
} from '../../../entities/requirement-fields.ts'
import type { Env } from '../../../src/config/env.ts'
import { findOverlongTexts, createOverlongError } from '../../../src/procedures/schemas/text-limits.ts'
import { toRuleChanges } from '../../rules/changes.ts'
import type { RuleInput } from '../../rules/record.schema.ts'
import type { BulkFieldValues, BulkRuleChanges } from './bulk-update.schema.ts'

const DISA_COLUMNS = new Set<string>(Object.keys(DISA_FIELDS).map(toColumn))

const LIMITS = {
  ...mapLimits(RULE_FIELDS),
  ...mapLimits(DISA_FIELDS),
  check_content: CHECK_FIELDS.content.limit,
} as const

/** Converts a bulk change to the input of a single save; parts are the first ones. */
function toRuleInput({ check_content: content, ...changes }: BulkRuleChanges): RuleInput {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined)
  const disa = Object.fromEntries(entries.filter(([name]) => DISA_COLUMNS.has(name)))
  return {
    ...Object.fromEntries(entries.filter(([name]) => !DISA_COLUMNS.has(name))),
    ...(Object.keys(disa).length > 0 ? { disa_rule_descriptions_attributes: [disa] } : {}),
    ...(content === undefined ? {} : { checks_attributes: [{ content }] }),
  }
}

/** Throws 422 with the field's name for the first text over the configured limit. */
export function assertBulkTexts(limits: Env['limits'], changes: BulkRuleChanges): void {
  const [first] = findOverlongTexts(limits, changes, LIMITS)
  if (first) throw createOverlongError(first)
}

/** Converts a request to the changes of the entity. */
export function toBulkChanges(changes: BulkRuleChanges): BulkChanges {
  return toRuleChanges(toRuleInput(changes))
}

/** Returns the changed fields by their JSON names. */
export function toBulkFields({ content, checks, disaDescriptions }: BulkChanges): BulkFieldValues {
  const values = Object.entries({ ...content, ...disaDescriptions?.[0]?.values })
  const fields = values.flatMap(([name, value]) => (value === undefined ? [] : [[toColumn(name), value]]))
  const [check] = checks ?? []
  return {
    ...Object.fromEntries(fields),
    ...(check ? { check_content: check.values['content'] ?? null } : {}),
  }
}
