import type { SectionKey } from '../../../src/vocabulary.ts'

/** The subject of a new comment; without a requirement it is the component itself. */
export interface DraftSubject {
  componentId: number
  ruleId: number | null
  section: SectionKey | null
}

/** Returns the prefix of the draft IDs of comments on a requirement; the rest is the section. */
export const toRuleDraftPrefix = (ruleId: number): string => `comment:rule:${ruleId}:`

/** Returns the ID of the draft of a comment. */
export function toDraftId({ componentId, ruleId, section }: DraftSubject): string {
  return ruleId === null
    ? `comment:component:${componentId}`
    : `${toRuleDraftPrefix(ruleId)}${section ?? 'whole'}`
}
