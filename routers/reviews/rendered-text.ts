import type { ReviewMarker } from '../../entities/review.ts'

/** What a withdrawn reply reads everywhere (comments 4.1). */
export const WITHDRAWN_TEXT = '[withdrawn]'

/** The text of a stored review, as far as rendering needs it. */
export interface StoredText {
  comment: string
  markers: ReviewMarker[]
  withdrawn_at?: string | null
}

/** The published text: the markers of redirect, move and merge in front of what the commenter wrote (comments 3.7). */
export function renderedText({ comment, markers, withdrawn_at }: StoredText): string {
  const text = withdrawn_at ? WITHDRAWN_TEXT : comment
  return renderedMarkers(markers) + text
}

/** What a commenter wrote, from a text that was read with its markers and sent back with them (T-36). */
export function withoutMarkers(text: string, markers: ReviewMarker[]): string {
  const prefix = renderedMarkers(markers)
  return text.startsWith(prefix) ? text.slice(prefix.length) : text
}

function renderedMarkers(markers: ReviewMarker[]): string {
  return markers.map(rendered).join('')
}

function rendered(marker: ReviewMarker): string {
  if (marker.kind === 'redirect') return `[Re: ${marker.label}] `
  if (marker.kind === 'move') return `[Moved from ${marker.from}: ${marker.reason}] `
  return `[Merged with comments on ${marker.labels.join(', ')}]\n\n`
}
