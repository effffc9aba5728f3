import { EventEmitter } from 'node:events'
import type { Pool, PoolClient } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchClients, type PoolWatch } from '../../src/database/server/watch.ts'

/** A connection as the pool hands it out: its statements last until they are told to end. */
class Client extends EventEmitter {
  readonly sent: PromiseWithResolvers<unknown>[] = []
  readonly release = vi.fn()
  readonly end = vi.fn()
  status: 'I' | 'T' = 'I'

  query(): Promise<unknown> {
    const one = Promise.withResolvers<unknown>()
    this.sent.push(one)
    return one.promise
  }

  getTransactionStatus() {
    return this.status
  }
}

const LIMITS = { statement: 30_000, lock: 5000, idleInTransaction: 60_000 }
const logged = vi.fn()
let pool: EventEmitter & { options: { max: number }; idleCount: number; totalCount: number }
let watch: PoolWatch

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  logged.mockReset()
  pool = Object.assign(new EventEmitter(), { options: { max: 1 }, idleCount: 0, totalCount: 1 })
  watch = watchClients(pool as unknown as Pool, LIMITS, { error: logged } as never)
})
afterEach(() => {
  watch.stop()
  vi.useRealTimers()
})

function handedOut(): Client {
  const client = new Client()
  pool.emit('connect', client as unknown as PoolClient)
  pool.emit('acquire', client)
  return client
}

test('a connection that ended is taken from a holder who forgets it, after 5 seconds and once', () => {
  const client = handedOut()
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

test('one on which nothing is sent for longer than a transaction may idle is taken back', () => {
  const { release } = handedOut()
  vi.advanceTimersByTime(65_000)
  expect(release).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2000)
  expect(release).toHaveBeenCalledOnce()
})

test('one whose statement outlasts the limit of the server is ended, so that its holder goes on', () => {
  const client = handedOut()
  void client.query()
  vi.advanceTimersByTime(35_000)
  expect(client.end).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2000)
  expect(client.end).toHaveBeenCalledOnce()
})

test('a pause of the whole process takes nothing from anybody', () => {
  const client = handedOut()
  void client.query()
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 70_000)
  vi.advanceTimersToNextTimer()
  later.mockRestore()
  expect(client.end).not.toHaveBeenCalled()
})

test('one that comes back in the middle of a transaction serves nobody again', () => {
  const client = handedOut()
  client.status = 'T'
  pool.emit('release', undefined, client)
  expect(client.end).toHaveBeenCalledOnce()
})

test('what ended an idle session is what its next statement fails with', async () => {
  const client = handedOut()
  client.emit('error', Object.assign(new Error('idle'), { code: '25P03' }))
  const answer = client.query()
  client.sent[0]?.reject(new Error('Client has encountered a connection error and is not queryable'))
  await expect(answer).rejects.toMatchObject({ code: '25P03' })
})

test('a full pool is busy while its connections answer, and stuck when none does', async () => {
  const client = handedOut()
  expect(watch.state()).toBe('busy')
  vi.advanceTimersByTime(4000)
  expect(watch.state()).toBe('stuck')
  const answer = client.query()
  client.sent[0]?.resolve('row')
  await answer
  expect(watch.state()).toBe('busy')
  pool.totalCount = 0
  expect(watch.state()).toBe('room')
})
