import {
  CHECK_FIELDS,
  DESCRIPTION_FIELDS,
  DISA_FIELDS,
  mapLimits,
  RULE_FIELDS,
} from '../../entities/requirement-fields.ts'
import type { Rule } from '../../entities/rule.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Env } from '../../src/config/env.ts'
import {
  createOverlongError,
  type OverlongText,
  findOverlongTexts,
} from '../../src/procedures/schemas/text-limits.ts'
import { loadLists, SAVED_LISTS, toStoredTexts } from '../../workflows/requirements/rule-lists.ts'
import type { RuleInput } from './record.schema.ts'

type Limits = Env['limits']
type PartList = Extract<keyof RuleInput, `${string}_attributes`>

const RULE = { ...mapLimits(RULE_FIELDS), audit_comment: 'auditComment' } as const
const PARTS: Record<PartList, Record<string, keyof Limits>> = {
  checks_attributes: mapLimits(CHECK_FIELDS),
  disa_rule_descriptions_attributes: mapLimits(DISA_FIELDS),
  rule_descriptions_attributes: mapLimits(DESCRIPTION_FIELDS),
  additional_answers_attributes: { answer: 'longText' },
}

/** Throws 422 for the first text over the configured limit (rule A-70). */
export function assertRuleTexts(limits: Limits, input: RuleInput): void {
  const [first] = findOverlongInputs(limits, input)
  if (first) throw createOverlongError(first)
}

/**
 * Throws 422 for the first changed text over the limit. Unchanged texts of a field may exceed it, because catalog rules
 * can have longer ones.
 */
export async function assertChangedTexts(
  { em, env }: UnitOfWork,
  rule: Rule,
  input: RuleInput,
): Promise<void> {
  const overlongTexts = findOverlongInputs(env.limits, input)
  if (overlongTexts.length === 0) return
  await loadLists(em, rule, SAVED_LISTS)
  const stored = toStoredTexts(rule)
  const changed = overlongTexts.find(({ column, text }) => !stored.get(column)?.has(text))
  if (changed) throw createOverlongError(changed)
}

function findOverlongInputs(limits: Limits, input: RuleInput): (OverlongText & { column: string })[] {
  const ofParts = Object.entries(PARTS).flatMap(([list, limitNames]) =>
    (input[list as PartList] ?? []).flatMap((part, index) =>
      findOverlongTexts(limits, part, limitNames).map((item) => ({
        ...item,
        column: item.field,
        field: `${list}.${index}.${item.field}`,
      })),
    ),
  )
  const ofRule = findOverlongTexts(limits, input, RULE).map((item) => ({ ...item, column: item.field }))
  return [...ofRule, ...ofParts]
}
