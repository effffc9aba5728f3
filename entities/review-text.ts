import { stateError } from '../src/errors.ts'
import type { ReviewMarker } from './review-constraints.ts'

/**
 * Whether a text is concealed because its commenter withdrew the reply (rule R-57). Search, similarity and
 * replies exclude it. `concealedSql` is the SQL version; test/entities/shared-rules.test.ts compares both.
 */
export function isConcealed(withdrawnAt: Date | string | null | undefined): boolean {
  return (withdrawnAt ?? null) !== null
}

/** Throws 422 if the commenter withdrew the reply (rule R-26). */
export function assertNotWithdrawn(reply: { withdrawnAt?: Date | null | undefined }): void {
  if (!isConcealed(reply.withdrawnAt)) return
  throw stateError('review.withdrawn', 'This reply was withdrawn.', 'warning')
}

/** SQL condition for concealed reviews; takes the table alias. */
export function concealedSql(reviews: string): string {
  return `${reviews}.withdrawn_at is not null`
}

/** Replaces the text of a withdrawn reply in all output (rule R-26). */
export const WITHDRAWN_TEXT = '[withdrawn]'

/** The columns of a review that are needed to render its text. */
export interface StoredText {
  comment: string
  markers: ReviewMarker[]
  withdrawn_at?: string | null
}

/** The published text: the markers of redirect, move and merge, and the commenter's text (rule R-41). */
export function renderText({ comment, markers, withdrawn_at }: StoredText): string {
  const text = isConcealed(withdrawn_at) ? WITHDRAWN_TEXT : comment
  return renderMarkers(markers) + text
}

/** Strips the markers from a text that a client read with its markers and sent back (rule R-41). */
export function removeMarkers(text: string, markers: ReviewMarker[]): string {
  const prefix = renderMarkers(markers)
  return text.startsWith(prefix) ? text.slice(prefix.length) : text
}

function renderMarkers(markers: ReviewMarker[]): string {
  return markers.map(renderMarker).join('')
}

function renderMarker(marker: ReviewMarker): string {
  if (marker.kind === 'redirect') return `[Re: ${marker.label}] `
  if (marker.kind === 'move') return `[Moved from ${marker.from}: ${marker.reason}] `
  return `[Merged with comments on ${marker.labels.join(', ')}]\n\n`
}
