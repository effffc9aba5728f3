import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectBody } from '../../src/http/body/read-body.ts'

const BOUNDS = { limit: 2_000_000, withinMs: 40, minRate: 1 }
const server = createServer()
const sockets: Socket[] = []

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

/** Both ends of a connection. */
async function createConnection(): Promise<{ sender: Socket; receiver: Socket }> {
  const port = (server.address() as AddressInfo).port
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const sender = connect(port, '127.0.0.1')
  const [[receiver]] = await Promise.all([accepted, once(sender, 'connect')])
  sockets.push(sender, receiver)
  return { sender, receiver }
}

function collectBytes(receiver: Socket, hold?: (bytes: number) => void): Promise<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array> = receiver.iterator({ destroyOnReturn: false })
  return collectBody({ announced: 0, open: () => ({ read: () => pieces.next() }) }, BOUNDS, hold)
}

function standStill(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

describe('the body timeout', () => {
  it('accepts a body that arrived while the event loop was blocked', async () => {
    const { sender, receiver } = await createConnection()
    const body = collectBytes(receiver)
    sender.end('all of it')
    standStill(2 * BOUNDS.withinMs)
    expect(new TextDecoder().decode(await body)).toBe('all of it')
  })

  it('rejects a body that has not arrived by then', async () => {
    const { sender, receiver } = await createConnection()
    const body = collectBytes(receiver)
    sender.write('some of it')
    standStill(2 * BOUNDS.withinMs)
    await expect(body).rejects.toMatchObject({ reason: 'body_too_slow' })
  })

  it('drains a body that exceeds the available memory, so that the client can read the error', async () => {
    const { sender, receiver } = await createConnection()
    const body = collectBytes(receiver, () => {
      throw new Error('no room')
    })
    sender.end('x'.repeat(1_000_000))
    await expect(body).rejects.toThrow('no room')
    expect([receiver.bytesRead, receiver.readableEnded]).toEqual([1_000_000, true])
  })
})
