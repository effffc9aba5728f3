import { expect, test } from 'vitest'
import { KEYS, type Action } from '../../web/app/keys.ts'
import {
  findNamedControl,
  findPageCommands,
  sortLabelsFirst,
  toControlCommands,
  toNumberedComment,
} from '../../web/app/palette-entries.ts'
import { matchEntries, parseCommentNumber } from '../../web/app/palette-match.ts'
import { ACTION_KEYWORDS, listPages } from '../../web/app/palette-pages.ts'
import { listRecordPages } from '../../web/app/palette-record-pages.ts'
import type { CommandGroup } from '../../web/kit/command-list.tsx'

const exists = () => true
const pages = [
  ...listRecordPages({ noun: 'components', id: 3, role: 'admin' }, exists),
  ...listRecordPages({ noun: 'projects', id: 7, role: 'admin' }, exists),
  ...listPages({ id: 1, admin: true }),
]
const find = (query: string) => findPageCommands(query, 'Pages', pages)?.commands[0]?.id

test.each([
  ['new version', '/components/3/copy'],
  ['next release', '/components/3/copy'],
  ['duplicate component', '/components/3/copy'],
  ['lock everything', '/components/3/readiness'],
  ['publish', '/components/3/readiness'],
  ['compare', '/components/3/history'],
  ['diff', '/components/3/history'],
  ['dashboard', '/components/3'],
  ['trash', '/components/3/deleted'],
  ['restore requirement', '/components/3/deleted'],
  ['delete component', '/components/3/settings'],
  ['upload spreadsheet', '/components/3#import'],
  ['adjudicate', '/components/3/triage'],
  ['invite', '/projects/7/members'],
  ['add people', '/projects/7/members'],
  ['canned responses', '/projects/7/templates'],
  ['delete project', '/projects/7/settings'],
  ['create component', '/projects/7/components/new'],
  ['overlay', '/projects/7/components/new'],
  ['create project', '/projects#new'],
  ['project new', '/projects#new'],
  ['new user', '/users#new'],
  ['upload srg', '/srgs'],
  ['upload stig', '/stigs'],
  ['dark mode', '/users/edit/appearance'],
  ['language', '/users/edit/appearance'],
  ['keyboard shortcuts', '/users/edit/appearance'],
  ['change password', '/users/edit/password'],
  ['api key', '/users/edit/tokens'],
  ['email notifications', '/users/notification_preferences'],
  ['my account', '/users/edit'],
  ['home', '/'],
  ['inbox', '/'],
  ['nist 800-53', '/controls'],
  ['move requirement', '/requirement_relocations'],
  ['audit log', '/audits'],
  ['smtp', '/administration/checks'],
  ['getting started', '/welcome'],
])('the palette finds the page of "%s" at %s', (query, id) => {
  expect(find(query)).toBe(id)
})

test('a page that is named like the query comes before a page of another group that a keyword finds', () => {
  const component = listRecordPages({ noun: 'components', id: 3, role: 'admin' }, exists)
  const project = listRecordPages({ noun: 'projects', id: 7, role: 'admin' }, exists)
  const search = (query: string) =>
    sortLabelsFirst(query, [
      findPageCommands(query, 'Pages of the component', component),
      findPageCommands(query, 'Pages of the project', project),
    ])[0]?.commands[0]?.id
  expect(search('members')).toBe('/projects/7/members')
  expect(search('settings')).toBe('/components/3/settings')
  expect(search('')).toBe('/components/3')
})

test('entries that match by their label come before those that match by a keyword', () => {
  const entries = [
    { label: 'Triage', keywords: 'queue comments' },
    { label: 'Comments' },
    { label: 'Résumé' },
  ]
  expect(matchEntries('comm', entries).map(({ label }) => label)).toEqual(['Comments', 'Triage'])
  expect(matchEntries('resume', entries)).toHaveLength(1)
  expect(matchEntries('omments queue', entries)).toEqual([])
  expect(matchEntries('', entries)).toHaveLength(3)
})

test('the palette finds the actions of a page by other words for them', () => {
  const actions = (Object.keys(KEYS) as Action[]).map((id) => ({
    id,
    label: KEYS[id].does,
    keywords: ACTION_KEYWORDS[id] ?? '',
  }))
  const findAction = (query: string) => matchEntries(query, actions)[0]?.id
  expect(
    ['log out', 'download pdf', 'word', 'documentation', 'subscribe', 'shortcuts'].map(findAction),
  ).toEqual(['signOut', 'exportFiles', 'exportFiles', 'guide', 'watch', 'help'])
})

test('a number sign or the word comment names a comment, and nothing else does', () => {
  expect(['#7', ' #7 ', 'comment 7', 'Comment #12'].map(parseCommentNumber)).toEqual([7, 7, 7, 12])
  expect(['7', '#', '#0', '#7a', '#1234567890', 'comment'].map(parseCommentNumber)).toEqual(
    Array.from({ length: 6 }, () => null),
  )
  expect(toNumberedComment(7, 'Three or ten?').commands).toMatchObject([
    { id: '/reviews/7', label: 'Comment 7', description: 'Three or ten?' },
  ])
})

test('the palette lists the controls and CCIs that the service found by words, and the one that is named', () => {
  const found = {
    controls: [{ control: 'AC-10', title: 'Concurrent Session Control' }],
    ccis: [{ cci: 'CCI-000054', excerpt: 'The system limits concurrent sessions.' }],
  }
  const listIds = (group: CommandGroup | null) => group?.commands.map(({ id }) => id)
  expect(listIds(toControlCommands(found))).toEqual(['/controls?q=AC-10', '/controls?q=CCI-000054'])
  expect(toControlCommands(found)?.commands[0]?.description).toBe('Concurrent Session Control')
  expect(toControlCommands({ controls: [], ccis: [] })).toBeNull()
  expect(listIds(findNamedControl('ac-2 (1)'))).toEqual(['/controls?q=AC-2%20(1)'])
  expect(['concurrent session', 'AC', '10'].map(findNamedControl)).toEqual([null, null, null])
})
