import { illegal } from '../src/errors.ts'
import type { ReviewMarker } from './review-constraints.ts'

/**
 * Whether no one reads the text of a review any more, because its commenter took the reply back (rule R-57). Neither
 * is it found, compared or answered from. Below in SQL; test/entities/shared-rules.test.ts compares both.
 */
export function isConcealed(withdrawnAt: Date | string | null | undefined): boolean {
  return (withdrawnAt ?? null) !== null
}

/** Throws 422 when its commenter took a reply back: nothing more is done with it (rule R-26). */
export function assertNotWithdrawn(reply: { withdrawnAt?: Date | null | undefined }): void {
  if (!isConcealed(reply.withdrawnAt)) return
  throw illegal('review.withdrawn', 'This reply was withdrawn.', 'warning')
}

/** The rule in SQL, over the reviews of that name in the query around. */
export function concealedSql(reviews: string): string {
  return `${reviews}.withdrawn_at is not null`
}

/** What a withdrawn reply reads everywhere (rule R-26). */
export const WITHDRAWN_TEXT = '[withdrawn]'

/** The text of a stored review, as far as rendering needs it. */
export interface StoredText {
  comment: string
  markers: ReviewMarker[]
  withdrawn_at?: string | null
}

/** The published text: the markers of redirect, move and merge in front of what the commenter wrote (rule R-41). */
export function renderedText({ comment, markers, withdrawn_at }: StoredText): string {
  const text = isConcealed(withdrawn_at) ? WITHDRAWN_TEXT : comment
  return renderedMarkers(markers) + text
}

/** What a commenter wrote, from a text that was read with its markers and sent back with them (rule R-41). */
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
