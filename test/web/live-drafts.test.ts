import { expect, test } from 'vitest'
import {
  acceptDraftConflict,
  acceptSavedDraft,
  followRecord,
  openDraft,
  planDraft,
  type LiveDraft,
} from '../../web/app/live-draft.ts'
import { changeMetadata, toDrafts, toEntries } from '../../web/pages/components/settings/metadata-drafts.ts'
import { changePolicy } from '../../web/pages/components/settings/policy-drafts.ts'
import * as questions from '../../web/pages/components/settings/question-drafts.ts'

const toStored = (metadata: Record<string, string>, version: number) => ({
  draft: toDrafts({ metadata }),
  lock_version: version,
})
const START = toStored({ Ticket: 'GW-7' }, 3)
const opened = openDraft(START, toEntries)
const change = <D>(live: LiveDraft<D>, draft: D) => ({ ...live, draft })
const typed = change(opened, [...START.draft, { key: 1, name: 'Room', value: '12' }])

test('a draft that the user did not change follows the record', () => {
  const later = toStored({ Ticket: 'GW-8' }, 4)
  expect(followRecord(opened, later, toEntries).draft).toEqual(later.draft)
  expect(followRecord(opened, START, toEntries)).toBe(opened)
})

test('a draft that the user changed stays, and its save sends only the new entry', () => {
  const later = toStored({ Ticket: 'GW-8', Site: 'Pier' }, 4)
  const live = followRecord(typed, later, toEntries)
  expect(live).toBe(typed)
  const { changes, expectedVersion } = planDraft(live, later, toEntries)
  expect({ changes, expectedVersion }).toEqual({ changes: { 'entry:Room': '12' }, expectedVersion: 4 })
  expect(changeMetadata({ metadata: { Ticket: 'GW-8', Site: 'Pier' } }, changes)).toEqual({
    Ticket: 'GW-8',
    Site: 'Pier',
    Room: '12',
  })
})

test('an entry that both users changed is a conflict, and the next save replaces it', () => {
  const later = toStored({ Ticket: 'GW-8' }, 4)
  const live = change(opened, [])
  const plan = planDraft(live, later, toEntries)
  expect(plan).toMatchObject({ changes: { 'entry:Ticket': undefined }, expectedVersion: 3 })
  const next = planDraft(acceptDraftConflict(live, later, toEntries), later, toEntries)
  expect(next.expectedVersion).toBe(4)
  expect(changeMetadata({ metadata: { Ticket: 'GW-8' } }, next.changes)).toEqual({})
})

test('an entry that both users changed to one value is no conflict', () => {
  const later = toStored({ Ticket: 'GW-7', Room: '12' }, 4)
  expect(planDraft(typed, later, toEntries).expectedVersion).toBe(4)
})

test('text that the user types during a save stays, and an unchanged draft shows the saved record', () => {
  const saved = toStored({ Room: '12', Ticket: 'GW-7', Site: 'Pier' }, 5)
  const settled = acceptSavedDraft(typed, saved, typed.draft, toEntries)
  expect(followRecord(settled, saved, toEntries).draft).toEqual(saved.draft)
  const longer = change(typed, [...typed.draft, { key: 2, name: 'Rack', value: '4' }])
  const followed = followRecord(acceptSavedDraft(longer, saved, typed.draft, toEntries), saved, toEntries)
  expect(followed.draft).toEqual(longer.draft)
  expect(planDraft(followed, saved, toEntries).changes).toEqual({ 'entry:Rack': '4' })
})

test('a changed question that another user deleted is added again', () => {
  const drafts = [
    { key: 7, name: 'Tested in', type: 'freeform', options: '' },
    { key: 8, name: 'Owner', type: 'dropdown', options: 'A\nB' },
    { key: -1, name: 'Room', type: 'freeform', options: '' },
  ] as const
  const component = {
    additional_questions: [
      { id: 8, component_id: 1, name: 'Owner', question_type: 'dropdown', options: ['A'] },
      { id: 9, component_id: 1, name: 'Rack', question_type: 'freeform', options: [] },
    ],
  } satisfies Parameters<typeof questions.toDrafts>[0]
  const changes = { 7: 'text', 8: 'text', [-1]: 'text', 9: undefined }
  expect(questions.toChanges(component, drafts, changes)).toEqual([
    { id: 9, _destroy: true },
    { name: 'Tested in', question_type: 'freeform', options: [] },
    { id: 8, name: 'Owner', question_type: 'dropdown', options: ['A', 'B'] },
    { name: 'Room', question_type: 'freeform', options: [] },
  ])
})

test('a changed policy contains the findings that another admin chose', () => {
  const policy = { lock: [], release: ['rule.check_missing'] } satisfies Parameters<typeof changePolicy>[0]
  expect(changePolicy(policy, { 'release rule.fix_missing': true })).toEqual({
    lock: [],
    release: ['rule.check_missing', 'rule.fix_missing'],
  })
})
