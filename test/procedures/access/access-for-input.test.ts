import { expect, it } from 'vitest'
import {
  findAccessForInput,
  listPossibleAccess,
  type AccessForInput,
} from '../../../src/procedures/access/access-for-input.ts'

const needs: AccessForInput = {
  cases: [
    { needs: 'admin', when: 'given', members: ['component.released', 'component.comment_phase'] },
    { needs: 'reviewer', when: 'not blank', members: ['component.data.Slack Channel ID'] },
    { needs: 'project viewer', when: 'true', members: ['component.duplicate'] },
    { needs: 'project author', when: { oneOf: ['backup', 'archive'] }, members: ['type'] },
  ],
  otherwise: 'author',
}

it.each([
  [{ component: { released: null } }, 'admin'],
  [{ component: { comment_phase: 'open', duplicate: true } }, 'admin'],
  [{ component: { data: { 'Slack Channel ID': 'C1' } } }, 'reviewer'],
  [{ component: { data: { 'Slack Channel ID': ' ' } } }, 'author'],
  [{ component: { duplicate: '1' } }, 'project viewer'],
  [{ component: { duplicate: false } }, 'author'],
  [{ type: 'archive' }, 'project author'],
  [{ type: 'csv' }, 'author'],
  [{ released: true }, 'author'],
  [{ component: [] }, 'author'],
  [{ component: 'released' }, 'author'],
  ['text', 'author'],
  [undefined, 'author'],
])('the body %j requires %s', (body, role) => {
  expect(findAccessForInput(needs, body)).toBe(role)
})

it('access without cases is the same for every body', () => {
  expect(findAccessForInput('author', { component: { released: true } })).toBe('author')
})

it('every access that a body may require is known before the body arrives', () => {
  expect(listPossibleAccess(needs)).toEqual([
    'author',
    'admin',
    'reviewer',
    'project viewer',
    'project author',
  ])
})
