import { phaseByNewDates } from '../../entities/comment-period.ts'
import { assertCommentWindow, type Component, type CommentWindow } from '../../entities/component.ts'
import type { ReadinessPolicy } from '../../entities/requirement-findings.ts'
import type { ClosedReason, CommentPhase, DocumentType } from '../../src/vocabulary.ts'
import type { QuestionChange } from './questions.ts'

/** What may be given of a component, at creation and in changes; what is absent stays, or gets its default. */
export interface ComponentFields {
  name?: string | undefined
  prefix?: string | undefined
  title?: string | undefined
  description?: string | null | undefined
  version?: number | null | undefined
  release?: number | null | undefined
  adminName?: string | null | undefined
  adminEmail?: string | null | undefined
  advancedFields?: boolean | undefined
  commentPhase?: CommentPhase | undefined
  closedReason?: ClosedReason | null | undefined
  commentPeriodStartsAt?: Date | null | undefined
  commentPeriodEndsAt?: Date | null | undefined
  /** Null for the default policy. */
  readinessPolicy?: ReadinessPolicy | null | undefined
  questions?: QuestionChange[] | undefined
  /** The whole map. */
  metadata?: Record<string, string> | undefined
  /** The chat channel, which is an entry of the map. */
  channel?: string | null | undefined
}

/** A creation, from SRGs or from another component. */
export interface NewComponent extends ComponentFields {
  documentType?: DocumentType | undefined
  /** The primary SRG; of a copy, the release it is rebased on. */
  srgId?: number | undefined
  declaredSrgIds?: number[] | undefined
  /** By SRG, the versions that come in; without it, all. */
  selections?: Record<string, string[]> | undefined
}

/** The entry of the metadata that names the chat channel. */
export const CHANNEL = 'Slack Channel ID'

/** Contact of a new component: as given, else its creator. */
export function contactOf(given: ComponentFields, creator: { name: string; email: string }) {
  return { adminName: given.adminName ?? creator.name, adminEmail: given.adminEmail ?? creator.email }
}

/** When comments are taken, by the dates unless a phase is given; 422 for what does not go together (rule C-40). */
export function windowOf(given: ComponentFields, now: Date): CommentWindow {
  const window = {
    commentPhase: given.commentPhase ?? ('open' as const),
    closedReason: given.closedReason ?? null,
    commentPeriodStartsAt: given.commentPeriodStartsAt ?? null,
    commentPeriodEndsAt: given.commentPeriodEndsAt ?? null,
  }
  assertCommentWindow(window)
  if (given.commentPhase !== undefined || given.closedReason !== undefined) return window
  return { ...window, ...phaseByNewDates({ ...window, commentPhaseSetAt: now }, now) }
}

/** The map of a new component; the channel wins over an entry of the same key. Undefined: nothing was given. */
export function newMetadata({ metadata, channel }: ComponentFields): Record<string, string> | undefined {
  if (metadata === undefined && !channel?.trim()) return undefined
  return { ...metadata, ...(channel ? { [CHANNEL]: channel } : {}) }
}

/** Writing the map replaces it; the channel alone is put into the present one (rule C-33). Null: no change. */
export function changedMetadata(
  component: Pick<Component, 'metadata'>,
  { metadata, channel }: ComponentFields,
): Record<string, string> | null {
  if (metadata === undefined && channel === undefined) return null
  const next = { ...(metadata ?? component.metadata) }
  if (channel === undefined) return next
  if (channel?.trim()) next[CHANNEL] = channel
  else delete next[CHANNEL]
  return next
}
