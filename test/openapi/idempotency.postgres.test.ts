import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { writing } from '../../src/procedures/access/builders.ts'
import { router } from '../../src/procedures/trpc.ts'
import { createWorldUnder } from '../support/world.ts'

let during: (() => Promise<unknown>) | null = null
const world = createWorldUnder(
  {},
  router({
    wait: writing.signedIn
      .meta({ openapi: { method: 'POST', path: '/waits', tags: ['x'], summary: 'Wait' } })
      .output(z.object({ done: z.literal(true) }))
      .mutation(async () => {
        const meanwhile = during
        during = null
        await meanwhile?.()
        return { done: true as const }
      }),
  }),
)

describe('a request with an Idempotency-Key (E-16)', () => {
  it('is a 409 while the first request is running, and gets its answer afterwards', async () => {
    const client = await world.rest(await world.createUser())
    const send = () => client.post('/waits', {}, { 'idempotency-key': 'k' })
    const meanwhile: unknown[] = []
    during = async () => {
      const { status, body } = await send()
      meanwhile.push([status, body.reason, body.toast.variant])
    }
    const first = await send()
    expect([first.status, meanwhile]).toEqual([200, [[409, 'idempotency.running', 'warning']]])
    const again = await send()
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true'])
  })
})
