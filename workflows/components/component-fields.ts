import { findPhaseByNewDates } from '../../entities/comment-period.ts'
import { assertCommentSchedule, type Component, type CommentSchedule } from '../../entities/component.ts'
import type { ReadinessPolicy } from '../../entities/requirement-findings.ts'
import type { ClosedReason, CommentPhase, DocumentType } from '../../src/vocabulary.ts'
import type { QuestionChange } from './questions.ts'

/** Fields for creating and changing a component; absent ones get their default, or don't change. */
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
  /** Replaces the complete map. */
  metadata?: Record<string, string> | undefined
  /** The chat channel, stored as a metadata entry. */
  channel?: string | null | undefined
}

/** Input for a new component, from SRGs or from another component. */
export interface NewComponent extends ComponentFields {
  documentType?: DocumentType | undefined
  /** The primary SRG; for a copy, the release to rebase onto. */
  srgId?: number | undefined
  declaredSrgIds?: number[] | undefined
  /** Versions to import per SRG; all if absent. */
  selections?: Record<string, string[]> | undefined
}

/** Metadata key of the chat channel. */
export const CHANNEL = 'Slack Channel ID'

/** Returns the contact of a new component; the default is its creator. */
export function toContact(fields: ComponentFields, creator: { name: string; email: string }) {
  return { adminName: fields.adminName ?? creator.name, adminEmail: fields.adminEmail ?? creator.email }
}

/**
 * Returns the comment phase and period, from the dates unless a phase is given. Throws 422 for inconsistent values
 * (rule C-40).
 */
export function toCommentSchedule(fields: ComponentFields, now: Date): CommentSchedule {
  const schedule = {
    commentPhase: fields.commentPhase ?? ('open' as const),
    closedReason: fields.closedReason ?? null,
    commentPeriodStartsAt: fields.commentPeriodStartsAt ?? null,
    commentPeriodEndsAt: fields.commentPeriodEndsAt ?? null,
  }
  assertCommentSchedule(schedule)
  if (fields.commentPhase !== undefined || fields.closedReason !== undefined) return schedule
  return { ...schedule, ...findPhaseByNewDates({ ...schedule, commentPhaseSetAt: now }, now) }
}

/**
 * Returns the metadata of a new component; the channel overrides an entry of the same key. Undefined if
 * neither is given.
 */
export function toNewMetadata({ metadata, channel }: ComponentFields): Record<string, string> | undefined {
  if (metadata === undefined && !channel?.trim()) return undefined
  return { ...metadata, ...(channel ? { [CHANNEL]: channel } : {}) }
}

/** Replaces the map, or sets only the channel in the current map (rule C-33). Null if nothing changes. */
export function toChangedMetadata(
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
