import type { OutboxKind } from '../../../entities/outbox-message.ts'
import type { BoardEventKind } from '../../vocabulary.ts'

/** An audit entry before it is stored (rules A-79 and C-69). */
export interface Entry {
  action: string
  auditableType: string
  /** Null if there is no record, such as for a sign-in with an unknown address. */
  auditableId: number | null
  associatedType?: string | null
  associatedId?: number | null
  projectId?: number | null
  componentId?: number | null
  ruleId?: number | null
  affectedUserId?: number | null
  /** Name of the user or requirement that the entry is about. */
  affectedName?: string | null
  changes?: Record<string, unknown>
  comment?: string | null
}

/** An entry with a count of its repetitions. */
export type RepeatedEntry = Pick<
  Entry,
  'action' | 'auditableType' | 'auditableId' | 'affectedUserId' | 'affectedName' | 'changes'
>

/** An event for live boards and notifications (rule R-52). */
export interface DomainEvent {
  kind: BoardEventKind
  /** Null if it follows from the component. */
  projectId: number | null
  componentId: number | null
  data: Record<string, unknown>
}

/** A mail or chat message for the outbox, due immediately. */
export interface Message {
  kind: Extract<OutboxKind, 'mail' | 'chat'>
  payload: Record<string, unknown>
  at: Date
}
