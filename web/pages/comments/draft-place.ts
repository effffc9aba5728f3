import type { SectionKey } from '../../../src/vocabulary.ts'

/** What a new comment is about; without a requirement it is the component as a whole. */
export interface About {
  componentId: number
  ruleId: number | null
  section: SectionKey | null
}

/** What the places of all drafts of comments on a requirement begin with; the rest is the section. */
export const ruleDraftPlaces = (ruleId: number): string => `comment:rule:${ruleId}:`

/** Where the draft of a comment is kept. */
export function draftPlace({ componentId, ruleId, section }: About): string {
  return ruleId === null
    ? `comment:component:${componentId}`
    : `${ruleDraftPlaces(ruleId)}${section ?? 'whole'}`
}
