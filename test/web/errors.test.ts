import { beforeAll, expect, test } from 'vitest'
import { REASONS } from '../../openapi/reasons.ts'
import { loadReasons, isUnreachable, findNextStep, toProblem, toErrorMessage } from '../../web/api/errors.ts'
import { NEXT_STEPS, ERROR_MESSAGES } from '../../web/api/reason-texts.ts'

class Refusal extends Error {
  override name = 'TRPCClientError'
  readonly data: Record<string, unknown> | undefined

  constructor(message: string, data?: Record<string, unknown>) {
    super(message)
    this.data = data
  }
}

beforeAll(loadReasons)

test.each(Object.keys(REASONS))('%s has a message', (reason) => {
  const sentence = toErrorMessage(reason)
  expect(sentence).toMatch(/^[A-Z`].{8,}[.]$/)
  expect(sentence).not.toBe(toErrorMessage('no such reason'))
})

test('every reason for an unavailable, busy or outdated service has advice', () => {
  const statuses = [409, 429, 500, 503]
  const silent = Object.entries(REASONS).filter(
    ([reason, { status }]) => statuses.includes(status) && findNextStep(reason, status) === null,
  )
  expect(silent).toEqual([])
})

test('all messages belong to reasons that the service returns', () => {
  const written = [...Object.keys(ERROR_MESSAGES), ...Object.keys(NEXT_STEPS)]
  expect(written.filter((reason) => !/^\d+$/.test(reason) && !(reason in REASONS))).toEqual([])
})

test('the message of the service overrides the message of its reason', () => {
  const error = new Refusal('Only releases of Harbor can be compared.', {
    reason: 'guide.different_lines',
    httpStatus: 422,
  })
  expect(toProblem(error).sentence).toBe('Only releases of Harbor can be compared.')
})

test('messages of the service end like a sentence', () => {
  const error = new Refusal('Comment must not contain NUL characters', {
    reason: 'validation',
    httpStatus: 422,
  })
  expect(toProblem(error).sentence).toBe('Comment must not contain NUL characters.')
})

test.each([
  [
    'Fixtext of requirement 000002 must be set',
    { fixtext: ['of requirement 000002 must be set'] },
    'Fix of requirement 000002 must be set.',
  ],
  [
    'File.0 a.csv is empty (0 bytes)',
    { 'file.0': ['a.csv is empty (0 bytes)'] },
    'File a.csv is empty (0 bytes).',
  ],
  [
    'Check content must be set; Vuln discussion must be set',
    { check_content: ['must be set'], vuln_discussion: ['must be set'] },
    'Check must be set; Discussion must be set.',
  ],
  [
    'Checks attributes.0.content must be set',
    { 'checks_attributes.0.content': ['must be set'] },
    'Check must be set.',
  ],
  ['Constructor must be set', { constructor: ['must be set'] }, 'Constructor must be set.'],
])('the message "%s" has the labels on screen', (message, errors, sentence) => {
  const error = new Refusal(message, { reason: 'validation', httpStatus: 422, errors })
  expect(toProblem(error).sentence).toBe(sentence)
})

test('errors of fields become sentences, and the admins of a denied project are named', () => {
  const errors = { email: ['must be an address like a@b'], name: 'no list' }
  const admins = [{ name: 'Olga', email: 'olga@demo.example' }, { name: 7 }]
  const problem = toProblem(
    new Refusal('No.', {
      reason: 'validation',
      httpStatus: 422,
      errors,
      details: { admins },
      requestId: 'r1',
    }),
  )
  expect(problem.fields).toEqual({ email: ['Must be an address like a@b.'], name: [] })
  expect(problem.admins).toEqual([{ name: 'Olga', email: 'olga@demo.example' }])
  expect(problem.requestId).toBe('r1')
})

test('a call counts as unreachable only without a response', () => {
  expect(toProblem(new Refusal('fetch failed')).sentence).toContain('isn’t responding')
  expect(isUnreachable(new Refusal('fetch failed'))).toBe(true)
  expect(isUnreachable(new Refusal('No.', { reason: 'stale' }))).toBe(false)
  expect(isUnreachable(new TypeError('a mistake of ours'))).toBe(false)
  expect(toProblem('anything at all')).toMatchObject({ reason: null, status: 0, fields: {} })
})
