import { findAuditLog, type AuditLog } from '../audit/audit-log.ts'
import type { Em } from '../database/database.ts'

export interface Mail {
  to: string
  cc?: string[]
  subject: string
  text: string
  /** The link to stop such mails; sent as `List-Unsubscribe`. */
  unsubscribe?: string
}

/**
 * Enqueues a mail in this transaction, which stores it together with its audit log. It is delivered after the commit, with
 * retries (rule A-75). A dry run does not store it.
 */
export function enqueueMail(em: Em, mail: Mail, now: Date): void {
  requireAuditLog(em).send({ kind: 'mail', payload: { ...mail }, at: now })
}

/** A chat message: heading, and one `label: value` line per field (rule A-78). */
export interface ChatMessage {
  icon: 'ok' | 'announcement' | 'cross'
  title: string
  fields: Record<string, string>
  /** Channels or handles in addition to the default channel. */
  channels?: string[]
}

/** Enqueues a chat message in this transaction, once per channel; null is the default channel. */
export function enqueueChat(
  em: Em,
  message: Omit<ChatMessage, 'channels'>,
  channels: (string | null)[],
  now: Date,
): void {
  for (const channel of new Set(channels)) {
    const payload = { ...message, channel }
    requireAuditLog(em).send({ kind: 'chat', payload, at: now })
  }
}

function requireAuditLog(em: Em): AuditLog {
  const auditLog = findAuditLog(em)
  if (!auditLog) throw new Error('messages can only be sent in a transaction with an audit log')
  return auditLog
}
