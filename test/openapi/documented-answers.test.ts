import { describe, expect, it } from 'vitest'
import { findOperation } from '../support/assert-documented.ts'
import { listOperations, serviceDocument } from '../support/openapi.ts'
import { rest } from '../support/rest.ts'

const HEADERS = { 'content-type': 'application/json', 'x-request-id': 'one' }

/** A service that gives this answer to every request. */
const answerWith = (body: string, status = 200, headers: Record<string, string> = HEADERS) =>
  rest({ request: () => new Response(body, { status, headers }) })

const ME = { id: 1, name: 'A', email: 'a@example.org', admin: false, provider: null }

describe('a request of a test', () => {
  it('gets an answer that the document describes', async () => {
    const { body } = await answerWith(JSON.stringify(ME)).get('/api/auth/me')
    expect(body).toEqual(ME)
  })

  it.each([
    ['a member is missing', answerWith(JSON.stringify({ ...ME, id: undefined }))],
    ['a member is unknown', answerWith(JSON.stringify({ ...ME, nickname: 'A' }))],
    ['the status is not documented', answerWith(JSON.stringify(ME), 418)],
    ['the media type is not documented', answerWith('1', 200, { ...HEADERS, 'content-type': 'text/csv' })],
    [
      'a required header is missing',
      answerWith(JSON.stringify(ME), 200, { 'content-type': 'application/json' }),
    ],
    ['a header is not documented', answerWith(JSON.stringify(ME), 200, { ...HEADERS, etag: '"1"' })],
  ])('a request of a test fails if %s', async (_, service) => {
    await expect(service.get('/api/auth/me')).rejects.toThrow()
  })
})

it('finds every documented operation by an address of it', () => {
  for (const operation of listOperations(serviceDocument)) {
    const address = operation.path.replaceAll(/\{\w+\}/g, '7')
    expect(findOperation(operation.method, `${address}?q=1`)?.path).toBe(operation.path)
  }
})

it('documents every media type of a job result', () => {
  const types = listOperations(serviceDocument)
    .filter(({ operation }) => operation.responses['202'] !== undefined)
    .flatMap(({ operation }) => Object.keys(operation.responses['200']?.content ?? {}))
    .filter((type) => !type.includes('reference'))
  const result = findOperation('GET', '/jobs/1/result')?.operation.responses['200']?.content
  expect(types).not.toEqual([])
  expect(Object.keys(result ?? {})).toEqual(expect.arrayContaining(types))
})

it('names the types and modes of exports, so that clients find them', () => {
  const parameters = findOperation('GET', '/components/1/export/csv')?.operation.parameters ?? []
  const listValues = (name: string) => parameters.find((item) => item.name === name)?.schema.enum
  expect(listValues('type')).toEqual(expect.arrayContaining(['xccdf', 'excel', 'comment_sheet']))
  expect(listValues('mode')).toEqual(expect.arrayContaining(['working_copy', 'vendor_submission', 'backup']))
})
