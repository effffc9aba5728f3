import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { expect, test } from 'vitest'
import type { AppRouter } from '../../routers/index.ts'
import { UNBATCHED, createUnbatchedLink } from '../../web/api/unbatched-link.ts'

/** A client whose service rejects every batched call with this reason, and the recorded calls. */
function createClient(reason: string) {
  const batches: unknown[] = []
  const createRejectingLink: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        batches.push(op.context[UNBATCHED] ?? false)
        if (op.context[UNBATCHED] === true) {
          observer.next({ result: { type: 'data', data: 'found' } })
          observer.complete()
        } else {
          const data = { code: 'UNPROCESSABLE_CONTENT', httpStatus: 422, path: op.path, reason }
          observer.error(TRPCClientError.from({ error: { code: -32022, message: 'refused', data } }))
        }
      })
  return {
    came: batches,
    client: createTRPCClient<AppRouter>({ links: [createUnbatchedLink, createRejectingLink] }),
  }
}

test('a query that exceeds the budget of its batch is repeated in its own request', async () => {
  const { came, client } = createClient('list_too_long')
  expect(await client.projects.list.query()).toBe('found')
  expect(came).toEqual([false, true])
})

test('any other error, and that of a mutation, is final', async () => {
  const { came, client } = createClient('not_found')
  await expect(client.projects.list.query()).rejects.toThrow('refused')
  const writing = createClient('list_too_long')
  await expect(writing.client.reactions.toggle.mutate({ reviewId: 1, kind: 'up' })).rejects.toThrow('refused')
  expect([came, writing.came]).toEqual([[false], [false]])
})
