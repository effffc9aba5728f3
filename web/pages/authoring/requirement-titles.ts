import { sharedStart } from '../../kit/shared-start.ts'

/** Titles of the requirements of a component by id, and what most of them begin with. */
export interface RequirementTitles {
  byRule: ReadonlyMap<number, string>
  start: string
}

export function requirementTitles(rows: readonly { id: number; title: string | null }[]): RequirementTitles {
  const byRule = new Map(rows.map(({ id, title }) => [id, title ?? '']))
  return { byRule, start: sharedStart([...byRule.values()]) }
}
