import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { toConnectOptions } from './postgres.ts'

/** A TCP proxy to a database that can pause the commit of the next request with an idempotency key. */
export interface CommitPausingProxy {
  /** The database address through this proxy. */
  url: string
  /** Pauses the next commit of a written key `before` it reaches the server, or `after` it but before its answer. */
  hold: (phase: 'before' | 'after') => Promise<void>
  /** Closes the paused connection, as a network failure would. */
  drop: () => void
  close: () => Promise<void>
}

const KEY_WRITTEN = 'insert into idempotency_keys'
/** The protocol message of a simple query: type, length, text. */
const COMMIT = /Q....commit;?\0/is

/** Starts a proxy to the database at this address on a free port. Close it at the end of the test. */
export async function startCommitPausingProxy(address: string): Promise<CommitPausingProxy> {
  const target = toConnectOptions(address)
  const sockets = new Set<Socket>()
  let pauseRequest: { phase: 'before' | 'after'; stopped: () => void } | null = null
  let pausedSockets: Socket[] = []
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    const far = connect(target)
    let keyed = false
    let mute = false
    let reached: (() => void) | null = null
    for (const socket of [near, far]) track(socket)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    near.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1')
      keyed ||= text.includes(KEY_WRITTEN)
      if (!pauseRequest || !keyed || !COMMIT.test(text)) return void far.write(chunk)
      const { phase, stopped } = pauseRequest
      pauseRequest = null
      pausedSockets = [near, far]
      if (phase === 'before') return stopped()
      mute = true
      reached = stopped
      far.write(chunk)
    })
    far.on('data', (chunk: Buffer) => {
      // The answers of statements that were sent with the commit arrive first.
      if (mute && chunk.includes('COMMIT')) reached?.()
      if (!mute) near.write(chunk)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const url = new URL(address)
  url.host = `127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`
  return {
    url: url.href,
    hold: (phase) => new Promise((stopped) => (pauseRequest = { phase, stopped })),
    drop: () => {
      for (const socket of pausedSockets) socket.destroy()
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
