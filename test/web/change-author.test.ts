import { expect, test } from 'vitest'
import { findChangeAuthor } from '../../web/pages/authoring/change-author.ts'

const createChange = (name: string | null, ...fields: string[]) => ({
  name,
  audited_changes: fields.map((field) => ({ field })),
})

test.each([
  ['fixtext', 'Rosa Pier'],
  ['check:content', 'Ari Quay'],
  ['answer:7', 'Olga Ost'],
  ['title', null],
  ['status', null],
])('finds who changed %s last in the history', (fieldId, name) => {
  const entries = [
    createChange(null, 'status'),
    createChange('Rosa Pier', 'rule_severity', 'fixtext'),
    createChange('Ari Quay', 'content', 'fixtext'),
    createChange('Olga Ost', 'answer'),
  ]
  expect(findChangeAuthor(entries, fieldId)).toBe(name)
})
