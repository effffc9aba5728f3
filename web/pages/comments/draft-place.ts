import type { SectionKey } from '../../../src/vocabulary.ts'

/** What a new comment is about; without a requirement it is the component as a whole. */
export interface About {
  componentId: number
  ruleId: number | null
  section: SectionKey | null
}

/** Where the draft of a comment is kept. */
export function draftPlace({ componentId, ruleId, section }: About): string {
  return ruleId === null ? `comment:component:${componentId}` : `comment:rule:${ruleId}:${section ?? 'whole'}`
}
