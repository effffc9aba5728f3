import { findSharedStart } from '../../kit/shared-start.ts'

/** The titles of a component's requirements by id, and the beginning that most of them share. */
export interface RequirementTitles {
  byRule: ReadonlyMap<number, string>
  start: string
}

/** Indexes the titles of requirements by id, and finds their common beginning. */
export function indexRequirementTitles(
  rows: readonly { id: number; title: string | null }[],
): RequirementTitles {
  const byRule = new Map(rows.map(({ id, title }) => [id, title ?? '']))
  return { byRule, start: findSharedStart([...byRule.values()]) }
}
