import type { SectionKey } from '../../../src/vocabulary.ts'

/** The subject of a new comment; without a requirement it is the component as a whole. */
export interface About {
  componentId: number
  ruleId: number | null
  section: SectionKey | null
}

/** Returns the prefix of the draft places of comments on a requirement; the rest is the section. */
export const toRuleDraftPlaces = (ruleId: number): string => `comment:rule:${ruleId}:`

/** Returns the place of a comment's draft. */
export function toDraftPlace({ componentId, ruleId, section }: About): string {
  return ruleId === null
    ? `comment:component:${componentId}`
    : `${toRuleDraftPlaces(ruleId)}${section ?? 'whole'}`
}
