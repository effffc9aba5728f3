import type { Outputs } from '../../api/client.ts'
import { SECTION_LABELS } from '../authoring/section-labels.ts'

type RequirementHit = Outputs['search']['global']['rules'][number]

/** The text around a match, in pieces that match or do not. */
export interface Passage {
  section: string
  pieces: { text: string; isMatch: boolean }[]
}

/** Labels by the prefix that the service gives a snippet. */
const SECTIONS: Readonly<Record<string, string>> = {
  Fix: SECTION_LABELS.fixtext,
  Discussion: SECTION_LABELS.vuln_discussion,
  Check: SECTION_LABELS.check_content,
}

/** Returns where a requirement matches; null if its title does, because results show the title. */
export function readPassage({
  snippet,
  highlights,
}: Pick<RequirementHit, 'snippet' | 'highlights'>): Passage | null {
  const [prefix = ''] = snippet?.split(': ', 1) ?? []
  const section = SECTIONS[prefix]
  if (snippet === null || section === undefined) return null
  // Positions of the service count code points.
  const points = Array.from(snippet)
  const pieces: Passage['pieces'] = []
  let end = prefix.length + 2
  for (const highlight of highlights) {
    pieces.push({ text: points.slice(end, highlight.start).join(''), isMatch: false })
    pieces.push({ text: points.slice(highlight.start, highlight.end).join(''), isMatch: true })
    end = highlight.end
  }
  pieces.push({ text: points.slice(end).join(''), isMatch: false })
  return { section, pieces: pieces.filter(({ text }) => text !== '') }
}
