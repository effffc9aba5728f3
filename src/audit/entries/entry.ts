import type { OutboxKind } from '../../../entities/outbox-message.ts'
import type { BoardEventKind } from '../../vocabulary.ts'

/** One entry of the audit trail before it is stored (rules A-79 and C-69). */
export interface Entry {
  action: string
  auditableType: string
  /** Null when the entry is about no one known, such as a sign-in with an unknown address. */
  auditableId: number | null
  associatedType?: string | null
  associatedId?: number | null
  projectId?: number | null
  componentId?: number | null
  ruleId?: number | null
  affectedUserId?: number | null
  /** Name of the person or requirement that the entry is about. */
  affectedName?: string | null
  changes?: Record<string, unknown>
  comment?: string | null
}

/** An entry about no one's content, which repetitions are counted on. */
export type RepeatedEntry = Pick<
  Entry,
  'action' | 'auditableType' | 'auditableId' | 'affectedUserId' | 'affectedName' | 'changes'
>

/** Something that happened, for live boards and notifications (rule R-52). */
export interface DomainEvent {
  kind: BoardEventKind
  /** Null where the component tells it. */
  projectId: number | null
  componentId: number | null
  data: Record<string, unknown>
}

/** A mail or a chat message for the outbox, due at once. */
export interface Message {
  kind: Extract<OutboxKind, 'mail' | 'chat'>
  payload: Record<string, unknown>
  at: Date
}
