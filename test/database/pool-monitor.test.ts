import { EventEmitter } from 'node:events'
import type { Pool, PoolClient } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { monitorPool, type PoolMonitor } from '../../src/database/server/pool-monitor.ts'
import { wrapClient } from '../../src/database/server/wrap-client.ts'

/** A connection as the pool hands it out: its statements run until the test ends them. */
class Client extends EventEmitter {
  readonly sent: PromiseWithResolvers<unknown>[] = []
  readonly release = vi.fn()
  readonly end = vi.fn()
  status: 'I' | 'T' = 'I'

  query(): Promise<unknown> {
    const first = Promise.withResolvers<unknown>()
    this.sent.push(first)
    return first.promise
  }

  getTransactionStatus() {
    return this.status
  }
}

const LIMITS = { statement: 30_000, lock: 5000, idleInTransaction: 60_000 }
const logged = vi.fn()
let pool: EventEmitter & { options: { max: number }; idleCount: number; totalCount: number }
let monitor: PoolMonitor

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  logged.mockReset()
  pool = Object.assign(new EventEmitter(), { options: { max: 1 }, idleCount: 0, totalCount: 1 })
  monitor = monitorPool(pool as unknown as Pool, LIMITS, { error: logged } as never)
})
afterEach(() => {
  monitor.stop()
  vi.useRealTimers()
})

function acquireClient(): Client {
  const client = new Client()
  wrapClient(client, [monitor.trackClient(client as unknown as PoolClient)])
  pool.emit('acquire', client)
  return client
}

test('reclaims a connection that has ended from its holder, once and after 5 seconds', () => {
  const client = acquireClient()
  const { release } = client
  client.emit('end')
  vi.advanceTimersByTime(4000)
  expect(release).not.toHaveBeenCalled()
  vi.advanceTimersByTime(3000)
  expect(release).toHaveBeenCalledOnce()
  expect(logged).toHaveBeenCalledOnce()
  client.release()
  expect(release).toHaveBeenCalledOnce()
})

test('reclaims a connection that is silent for longer than the limit on idle transactions', () => {
  const { release } = acquireClient()
  vi.advanceTimersByTime(65_000)
  expect(release).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2000)
  expect(release).toHaveBeenCalledOnce()
})

test('ends a connection whose statement exceeds the limit, so that its holder continues', () => {
  const client = acquireClient()
  void client.query()
  vi.advanceTimersByTime(35_000)
  expect(client.end).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2000)
  expect(client.end).toHaveBeenCalledOnce()
})

test('reclaims no connection after a pause of the process', () => {
  const client = acquireClient()
  void client.query()
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 70_000)
  vi.advanceTimersToNextTimer()
  later.mockRestore()
  expect(client.end).not.toHaveBeenCalled()
})

test('ends a connection that is released within a transaction', () => {
  const client = acquireClient()
  client.status = 'T'
  pool.emit('release', undefined, client)
  expect(client.end).toHaveBeenCalledOnce()
})

test('reports the error that ended an idle session at its next statement', async () => {
  const client = acquireClient()
  client.emit('error', Object.assign(new Error('idle'), { code: '25P03' }))
  const answer = client.query()
  client.sent[0]?.reject(new Error('Client has encountered a connection error and is not queryable'))
  await expect(answer).rejects.toMatchObject({ code: '25P03' })
})

test('reports a full pool as busy while its connections answer, and as stuck when none does', async () => {
  const client = acquireClient()
  expect(monitor.readState()).toBe('busy')
  vi.advanceTimersByTime(4000)
  expect(monitor.readState()).toBe('stuck')
  const answer = client.query()
  client.sent[0]?.resolve('row')
  await answer
  expect(monitor.readState()).toBe('busy')
  pool.totalCount = 0
  expect(monitor.readState()).toBe('available')
})
