import {
  CHECK_FIELDS,
  type Column,
  toColumn,
  DISA_FIELDS,
  RULE_FIELDS,
  type TextLimit,
  listFieldsUsed,
  type FieldWithUse,
} from '../../../entities/requirement-fields.ts'
import type { RuleChanges } from '../../../entities/rule-changes.ts'
import type { Rule } from '../../../entities/rule.ts'

/** JSON names of the fields that find and replace search (rule C-59). */
export type MatchingField =
  | Column<FieldWithUse<typeof RULE_FIELDS, 'replaced'>>
  | `check_${Column<FieldWithUse<typeof CHECK_FIELDS, 'replaced'>>}`
  | Column<FieldWithUse<typeof DISA_FIELDS, 'replaced'>>

/** A text of a requirement that find and replace searches, and the save that would change it. */
export interface MatchingText {
  field: MatchingField
  text: string
  limit: TextLimit
  changeTo: (after: string) => RuleChanges
}

interface Source {
  field: MatchingField
  findTexts: (rule: Rule) => MatchingText[]
}

type Change = MatchingText['changeTo']

const SOURCES: Source[] = [
  ...listFieldsUsed(RULE_FIELDS, 'replaced').map((name) =>
    createSource(toColumn(name), RULE_FIELDS[name].limit, (rule, toTexts) =>
      toTexts(rule[name], (after) => ({ content: { [name]: after } })),
    ),
  ),
  ...listFieldsUsed(CHECK_FIELDS, 'replaced').map((name) =>
    createSource(`check_${toColumn(name)}`, CHECK_FIELDS[name].limit, (rule, toTexts) =>
      rule.checks.getItems().flatMap((check) =>
        toTexts(check[name], (after) => ({
          content: {},
          checks: [{ id: check.id, values: { [name]: after } }],
        })),
      ),
    ),
  ),
  ...listFieldsUsed(DISA_FIELDS, 'replaced').map((name) =>
    createSource(toColumn(name), DISA_FIELDS[name].limit, (rule, toTexts) =>
      rule.disaDescriptions.getItems().flatMap((part) =>
        toTexts(part[name], (after) => ({
          content: {},
          disaDescriptions: [{ id: part.id, values: { [name]: after } }],
        })),
      ),
    ),
  ),
]

function createSource(
  field: MatchingField,
  limit: TextLimit,
  findTexts: (
    rule: Rule,
    toTexts: (text: string | null | undefined, changeTo: Change) => MatchingText[],
  ) => MatchingText[],
): Source {
  const toTexts = (text: string | null | undefined, changeTo: Change) =>
    text ? [{ field, text, limit, changeTo }] : []
  return { field, findTexts: (rule) => findTexts(rule, toTexts) }
}

export const SEARCHED_FIELDS: MatchingField[] = SOURCES.map(({ field }) => field)

/** Returns the non-empty texts of a field; nested lists must be loaded. */
export function findTexts(rule: Rule, field: MatchingField): MatchingText[] {
  return SOURCES.find((each) => each.field === field)?.findTexts(rule) ?? []
}
