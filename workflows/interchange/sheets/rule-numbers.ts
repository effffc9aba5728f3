import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { validationError } from '../../../src/errors.ts'
import { toComponentLabel } from '../../../src/formats/exported/disposition.ts'
import { toPlainText } from '../../../src/formats/spreadsheet/plain-text.ts'
import { parseRuleNumber } from '../../../src/formats/spreadsheet/requirements.ts'

/** Requirement ids by number, the prefix of their names, and the names of the component in matrices. */
export interface RuleNumbers {
  prefix: string
  /** Plain texts: as exports write it, and its name or prefix, as people may write it. */
  labels: ReadonlySet<string>
  /** Live requirements. */
  ids: Map<string, number>
  /** Live and deleted requirements: a comment that was moved names the one on which it was posted. */
  knownIds: Map<string, number>
}

/** Reads the numbers of a component's requirements. */
export async function readRuleNumbers({ db }: UnitOfWork, componentId: number): Promise<RuleNumbers> {
  const rules = await db
    .selectFrom('components as c')
    .leftJoin('rules as r', 'r.component_id', 'c.id')
    .select(['r.id', 'r.rule_id', 'r.deleted_at', 'c.prefix', 'c.name'])
    .where('c.id', '=', componentId)
    .execute()
  const numbered = rules.flatMap(({ id, rule_id: number, deleted_at: deletedAt }) =>
    id === null || number === null ? [] : [{ id, number, isLive: deletedAt === null }],
  )
  const toIds = (list: typeof numbered) => new Map(list.map(({ id, number }) => [number, id]))
  const { prefix, name } = rules[0] ?? { prefix: '', name: '' }
  return {
    prefix,
    labels: new Set([toComponentLabel({ prefix, name }), name, prefix].map(toPlainText)),
    ids: toIds(numbered.filter(({ isLive }) => isLive)),
    knownIds: toIds(numbered),
  }
}

/** Returns the id of the requirement with a displayed name or number. Throws 422 if there is none. */
export function resolveRuleId({ prefix, ids }: RuleNumbers, name: string): number {
  const id = ids.get(parseRuleNumber(name, prefix) ?? '')
  if (id === undefined) {
    throw validationError('validation', 'rule', `There is no requirement ${name.slice(0, 100)}.`)
  }
  return id
}
