import { expect, it } from 'vitest'
import {
  findValidatedData,
  readJsonText,
  cacheResponse,
  markValidated,
} from '../../../src/database/fast-path/cached-response.ts'

const bySchema = {}
const byAnother = {}

it('serializes a cached response once, and any other each time', () => {
  let written = 0
  const createCounter = () => ({
    toJSON: () => ((written += 1), { n: 1 }),
  })
  const cached = cacheResponse(createCounter())
  expect([readJsonText(cached), readJsonText(cached), readJsonText(cached)]).toEqual([
    '{"n":1}',
    '{"n":1}',
    '{"n":1}',
  ])
  expect(written).toBe(1)
  const passing = createCounter()
  expect([readJsonText(passing), readJsonText(passing)]).toEqual(['{"n":1}', '{"n":1}'])
  expect(written).toBe(3)
})

it('returns the validated data only for the middleware that validated it', () => {
  const cached = cacheResponse({ a: 1, hidden: 2 })
  expect(findValidatedData(cached, bySchema)).toBeUndefined()
  markValidated(cached, bySchema, { a: 1 })
  expect(findValidatedData(cached, bySchema)?.data).toEqual({ a: 1 })
  expect(findValidatedData(cached, byAnother)).toBeUndefined()
})

it('stores nothing for a response that is not cached, or not an object', () => {
  const passing = { a: 1 }
  for (const answer of [passing, 'text', null, undefined, 7]) {
    markValidated(answer, bySchema, answer)
    expect(findValidatedData(answer, bySchema)).toBeUndefined()
  }
  expect(Object.isFrozen(passing)).toBe(false)
})
