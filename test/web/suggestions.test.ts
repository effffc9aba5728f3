import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { api } from '../../web/api/client.ts'
import { EFFECTS } from '../../web/api/live.ts'

const KEY = api.reviews.similarTo.queryKey({ reviewId: 1, limit: 10 })

/** A cache in which comment 7 is suggested for comment 1, which is not displayed yet. */
function createSuggestion(): { tell: (data: Record<string, unknown>) => void; shown: () => unknown } {
  const cache = new QueryClient()
  const review = { id: 7, triage_status: 'pending', adjudicated_at: null, lock_version: 2 }
  cache.setQueryData([...KEY], { rows: [{ review, score: 0.9, proposed_survivor_id: 1 }] })
  return {
    tell: (data) => EFFECTS['comment.triaged']?.patch?.(cache, data),
    shown: () => cache.getQueryData<{ rows: { review: unknown }[] }>([...KEY])?.rows[0]?.review,
  }
}

test('a decision of another person shows at once where its comment is suggested', () => {
  const { tell, shown: show } = createSuggestion()
  tell({ review_id: 7, lock_version: 3, triage_status: 'non_concur', adjudicated_at: null })
  expect(show()).toMatchObject({ id: 7, triage_status: 'non_concur', lock_version: 3 })
})

test('an event that is older than the suggestions, or about another comment, changes nothing', () => {
  const { tell, shown: show } = createSuggestion()
  tell({ review_id: 7, lock_version: 2, triage_status: 'concur', adjudicated_at: null })
  tell({ review_id: 8, lock_version: 9, triage_status: 'concur', adjudicated_at: null })
  tell({ review_id: 7, lock_version: 9, triage_status: 'no such status' })
  expect(show()).toMatchObject({ triage_status: 'pending', lock_version: 2 })
})

test('suggestions without a comment ignore its events, and keep their time', () => {
  const cache = new QueryClient()
  cache.setQueryData([...KEY], { rows: [] }, { updatedAt: 1 })
  const events: string[] = []
  cache.getQueryCache().subscribe(({ type }) => void events.push(type))
  const data = { review_id: 7, lock_version: 3, triage_status: 'concur', adjudicated_at: null }
  EFFECTS['comment.triaged']?.patch?.(cache, data)
  expect(events).toEqual([])
  expect(cache.getQueryState([...KEY])?.dataUpdatedAt).toBe(1)
})
