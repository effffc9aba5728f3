import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createByteBudget } from '../../src/http/byte-budget.ts'
import { createGuideFile, uploadGuide } from '../support/uploads.ts'
import { createOwnWorld } from '../support/world.ts'

/** Whether a promise is settled already. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending')
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending
}

describe('a budget of bytes', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('admits requests while bytes are free, and the others in order of arrival', async () => {
    const budget = createByteBudget(10, 1000)
    const [first, second] = [await budget.take(4), await budget.take(6)]
    const large = budget.take(8)
    const small = budget.take(1)
    expect([await isSettled(large), await isSettled(small)]).toEqual([false, false])
    second()
    expect([await isSettled(large), await isSettled(small)]).toEqual([false, false])
    first()
    const [third, fourth] = [await large, await small]
    third()
    third()
    fourth()
    const all = await budget.take(10)
    expect(await isSettled(budget.take(1))).toBe(false)
    all()
  })

  it('grants a request that is larger than the budget all of it', async () => {
    const budget = createByteBudget(10, 1000)
    const small = await budget.take(1)
    const large = budget.take(50)
    expect(await isSettled(large)).toBe(false)
    small()
    ;(await large)()
    await budget.take(10)
  })

  it('rejects a request that waits too long with 503, and continues with the next', async () => {
    const budget = createByteBudget(10, 1000)
    const reservation = await budget.take(6)
    const large = budget.take(10).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(500)
    const small = budget.take(4)
    await vi.advanceTimersByTimeAsync(500)
    expect(await large).toMatchObject({
      kind: 'unavailable',
      reason: 'uploads_busy',
      details: { retryAfter: 1 },
    })
    ;(await small)()
    reservation()
    await budget.take(10)
  })
})

/** Its memory for uploads is replaced by a budget without a wait. */
const world = createOwnWorld()

describe('uploads', () => {
  it('are rejected with Retry-After while others hold the memory, and release it when they are answered', async () => {
    const admin = await world.rest(await world.createSystemAdmin())
    const { services } = world
    const room = createByteBudget(100 * 1024 * 1024, 20)
    services.uploads = room
    const reservation = await room.take(100 * 1024 * 1024)
    const file = createGuideFile()
    const refused = await uploadGuide(admin, file)
    expect([refused.status, refused.body.reason]).toEqual([503, 'uploads_busy'])
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.headers.get('content-type')).toBe('application/problem+json')
    const others = await admin.post('/projects', { project: { name: 'Meanwhile' } })
    expect(others.status).toBe(200)
    reservation()
    expect((await uploadGuide(admin, file)).status).toBe(200)
    expect((await uploadGuide(admin, file)).status).toBe(200)
    ;(await room.take(100 * 1024 * 1024))()
  })
})
