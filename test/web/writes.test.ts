import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createKey, canRetry } from '../../web/api/idempotency.ts'
import { writeOptimistically, patch, show } from '../../web/api/optimistic.ts'

const KEY = ['reviews', 'ofProject']
const createList = () => {
  const cache = new QueryClient()
  cache.setQueryData(KEY, { pending: 2 })
  return cache
}
const oneLess = patch<{ pending: number }>({ queryKey: KEY }, ({ pending }) => ({ pending: pending - 1 }))

test('a write keeps its idempotency key for every attempt', () => {
  const call = { path: 'reviews.triage', type: 'mutation', context: {} }
  expect(createKey(call)).toBe(createKey(call))
  expect(createKey(call)).toMatch(/^[0-9a-f]{32}$/)
  expect(createKey({ ...call, context: {} })).not.toBe(createKey(call))
  expect(createKey({ ...call, context: { idempotencyKey: 'mine' } })).toBe('mine')
})

test('only operations with a stored answer are retried automatically', () => {
  expect(canRetry({ path: 'reviews.triage', type: 'mutation' })).toBe(true)
  expect(canRetry({ path: 'projects.list', type: 'query' })).toBe(true)
  expect(canRetry({ path: 'tokens.create', type: 'mutation' })).toBe(false)
  expect(canRetry({ path: 'confirmations.confirm', type: 'query' })).toBe(false)
  expect(canRetry({ path: 'events.ofProject', type: 'subscription' })).toBe(false)
})

test('a change shows at once, and is reverted when it is rejected', async () => {
  const cache = createList()
  const keys: unknown[] = []
  const refused = writeOptimistically(cache, [oneLess], () => {
    keys.push(cache.getQueryData(KEY))
    return Promise.reject(new Error('refused'))
  })
  await expect(refused).rejects.toThrow('refused')
  expect(keys).toEqual([{ pending: 1 }])
  expect(cache.getQueryData(KEY)).toEqual({ pending: 2 })
})

test('reverting keeps the changes of other people', async () => {
  const cache = createList()
  const undo = await show(cache, [oneLess])
  cache.setQueryData(KEY, { pending: 7 })
  undo()
  expect(cache.getQueryData(KEY)).toEqual({ pending: 7 })
  expect(cache.getQueryState(KEY)?.isInvalidated).toBe(true)
})
