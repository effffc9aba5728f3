import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { toConnectOptions } from './postgres.ts'

/** A TCP proxy to a database that closes all connections at a chosen message. */
export interface KillingProxy {
  /** The database address through this proxy. */
  url: string
  /** Closes every connection at the n-th message from now on, before it is sent or after it was executed. */
  killAt: (message: number, phase: 'before' | 'after') => void
  /** Whether that message was not reached; afterwards the proxy forwards all data. */
  wasSpared: () => boolean
  close: () => Promise<void>
}

/** Starts a proxy to the database at this address on a free port. Close it at the end of the test. */
export async function startKillingProxy(address: string): Promise<KillingProxy> {
  const target = toConnectOptions(address)
  const sockets = new Set<Socket>()
  let remaining = Infinity
  let mode: 'before' | 'after' = 'before'
  const closeAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((near) => {
    const far = connect(target)
    let mute = false
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    }
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    near.on('data', (message) => {
      remaining -= 1
      if (remaining !== 0) return void far.write(message)
      if (mode === 'before') return closeAll()
      mute = true
      far.write(message)
    })
    far.on('data', (answer) => {
      if (mute) closeAll()
      else near.write(answer)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const url = new URL(address)
  url.host = `127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`
  return {
    url: url.href,
    killAt(message, phase) {
      remaining = message
      mode = phase
    },
    wasSpared() {
      const spared = remaining > 0
      remaining = Infinity
      return spared
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      closeAll()
      await closed
    },
  }
}

/** More messages than any tested function sends. */
const MAX_MESSAGES = 60

/**
 * Repeats `run` and closes its connections at the first message, then at the second, and so on until it completes. After
 * each time it runs the check that `prepare` returned. Returns the number of interrupted runs.
 */
export async function interruptAtEachMessage(
  line: KillingProxy,
  phase: 'before' | 'after',
  prepare: () => Promise<() => Promise<void>>,
  run: () => Promise<unknown>,
): Promise<number> {
  for (let message = 1; message < MAX_MESSAGES; message += 1) {
    const check = await prepare()
    line.killAt(message, phase)
    const failure = await run().then(
      () => null,
      (error: unknown) => ({ error }),
    )
    const spared = line.wasSpared()
    if (spared && failure) throw failure.error
    await check()
    if (spared) return message - 1
  }
  throw new Error(`it sends more than ${MAX_MESSAGES} messages`)
}
