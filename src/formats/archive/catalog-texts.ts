import { createHash } from 'node:crypto'
import {
  CHECK_FIELDS,
  toColumn,
  DISA_FIELDS,
  type Fields,
  RULE_FIELDS,
  type TextLimit,
} from '../../../entities/requirement-fields.ts'
import { WIDEST_TEXT } from '../../lib/text-lengths.ts'
import { isTooLong } from '../xccdf/errors.ts'

/** Text limits of a requirement, by setting. */
export type RuleLimits = Record<TextLimit, number>

/** A text over its limit, which is allowed only if it equals the text of the catalog rule (rule C-4). */
export interface CatalogText {
  file: string
  row: number
  /** Version of the requirement's catalog rule. */
  version: string
  /** Column of `srg_rules`. */
  column: string
  limit: number
  /** MD5 of the text. */
  digest: string
}

type Texts = Record<string, unknown>

/** The limits of texts that catalog rules also have. */
export function toCatalogLimits(limits: RuleLimits): RuleLimits {
  return {
    ...limits,
    ruleTitle: Math.max(WIDEST_TEXT, limits.ruleTitle),
    longText: Math.max(WIDEST_TEXT, limits.longText),
  }
}

/** Finds texts that exceed the limits of requirements. */
export function findOverlongTexts(
  rule: Texts & { checks: Texts[]; disa_rule_descriptions: Texts[] },
  limits: RuleLimits,
): Pick<CatalogText, 'column' | 'limit' | 'digest'>[] {
  return [
    ...findOverlongFields(rule, RULE_FIELDS, limits, ''),
    ...rule.checks.flatMap((part) => findOverlongFields(part, CHECK_FIELDS, limits, 'check_')),
    ...rule.disa_rule_descriptions.flatMap((part) => findOverlongFields(part, DISA_FIELDS, limits, '')),
  ]
}

function findOverlongFields(texts: Texts, fields: Fields, limits: RuleLimits, prefix: string) {
  return Object.entries(fields).flatMap(([name, { limit }]) => {
    const text = texts[toColumn(name)]
    if (!limit || typeof text !== 'string' || !isTooLong(text, limits[limit])) return []
    const digest = createHash('md5').update(text).digest('hex')
    return [{ column: prefix + toColumn(name), limit: limits[limit], digest }]
  })
}
