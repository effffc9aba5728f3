import type { OutboxKind } from '../../../entities/outbox-message.ts'
import type { BoardEventKind } from '../../vocabulary.ts'
import type { Actor } from '../actor.ts'

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
  /** The user who acts, if the request became theirs in this transaction: a sign-in. By default the origin's. */
  actor?: Pick<Actor, 'id' | 'name'>
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
