import { describe, expect, test } from 'vitest'
import { formatActor } from '../../web/pages/history/audit-labels.ts'
import { readNewComment } from '../../web/pages/history/new-comment.ts'
import { formatRecordColumn } from '../../web/pages/history/record-columns.ts'
import { findValueLabel } from '../../web/pages/history/value-labels.ts'

describe('a history', () => {
  test.each([
    ['expires_at', 'Expires'],
    ['revoked_at', 'Revoked'],
    ['allowed_ips', 'Allowed IP ranges'],
    ['slack_user_id', 'Chat user ID'],
  ])('names the column %s as the pages do: %s', (column, label) => {
    expect(formatRecordColumn(column)).toBe(label)
  })

  test.each([
    ['action', 'request_review', 'Review requested'],
    ['section', 'fixtext', 'Fix'],
    ['comment_phase', 'open', 'Open for comment'],
    ['closed_reason', 'adjudicating', 'Adjudicating'],
    ['visibility', 'hidden', 'Members only'],
    ['role', 'admin', 'Admin'],
    ['document_type', 'stig', 'STIG'],
    ['triage_status', 'concur', 'Accepted'],
    ['rule_severity', 'high', 'CAT I'],
  ])('names the value of %s as the pages do: %s is %s', (field, value, label) => {
    expect(findValueLabel(field, value)).toBe(label)
  })

  test('has no label for a text that is the name of a value of another field', () => {
    expect(findValueLabel('name', 'open')).toBeNull()
    expect(findValueLabel('title', 'toString')).toBeNull()
  })

  test('reads a new comment with its section, and a review step by its name', () => {
    const read = (action: string, section: string | null) =>
      readNewComment({
        action: 'create',
        auditable_type: 'Review',
        auditable_id: 7,
        audited_changes: [
          { field: 'action', new_value: action },
          { field: 'section', new_value: section },
          { field: 'comment', new_value: 'Three or ten?' },
          { field: 'rule_id', new_value: 3 },
        ],
      })
    expect(read('comment', 'fixtext')).toEqual({
      id: 7,
      action: 'comment',
      label: 'Comment on Fix',
      text: 'Three or ten?',
    })
    expect(read('comment', null)?.label).toBe('Comment')
    expect(read('approve', null)?.label).toBe('Approved')
  })

  test('names who acted, and not the service for attempts without a session', () => {
    expect(formatActor('Ana', 'password_failed')).toBe('Ana')
    expect(formatActor('System', 'password_failed')).toBe('Not signed in')
    expect(formatActor('System', 'settings_changed')).toBe('System')
    expect(formatActor(null, 'update')).toBe('System')
  })
})
