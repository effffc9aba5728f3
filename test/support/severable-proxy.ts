import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { toConnectOptions } from './postgres.ts'

/** A TCP proxy to a database that can be cut and restored, as if the server became unavailable and returned. */
export interface SeverableProxy {
  /** The database address through this proxy. */
  url: string
  /** Closes every connection and refuses new ones. */
  cut: () => Promise<void>
  /** Closes every connection and answers new ones with this PostgreSQL error code. */
  refuse: (code: string) => void
  /** Delays every chunk by this many milliseconds in each direction. */
  slow: (ms: number) => void
  /** Holds back all data without notifying either side. */
  hold: () => void
  /** Accepts and forwards connections again. */
  restore: () => Promise<void>
}

/** Answers the first data with a protocol error message and closes the connection. */
function rejectConnection(socket: Socket, code: string): void {
  const fields = [`SFATAL`, `VFATAL`, `C${code}`, 'Mno connections today']
    .map((field) => `${field}\0`)
    .join('')
  const body = Buffer.from(`${fields}\0`)
  const head = Buffer.from('E....')
  head.writeInt32BE(body.length + 4, 1)
  socket.on('error', () => undefined).once('data', () => socket.end(Buffer.concat([head, body])))
}

/** Starts a proxy to the database at this address on a free port. Cut it at the end of the test. */
export async function startSeverableProxy(address: string): Promise<SeverableProxy> {
  const target = toConnectOptions(address)
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  let refusing: string | null = null
  let delay = 0
  let held: PromiseWithResolvers<void> | null = null
  const late = () =>
    new Transform({
      transform: (piece: Buffer, _, done) => {
        if (delay === 0 && held === null) return done(null, piece)
        void Promise.all([pause(delay), held?.promise]).then(() => done(null, piece))
      },
    })
  const server = createServer((near) => {
    if (refusing !== null) return rejectConnection(near, refusing)
    const far = connect(target)
    track(near)
    track(far)
    near.pipe(late()).pipe(far).pipe(late()).pipe(near)
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  })
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const bound = server.address()
    return typeof bound === 'object' && bound !== null ? bound.port : port
  }
  const port = await listen(0)
  const url = new URL(address)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    cut: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    refuse: (code) => {
      refusing = code
      for (const socket of sockets) socket.destroy()
    },
    slow: (ms) => {
      delay = ms
    },
    hold: () => {
      held ??= Promise.withResolvers()
    },
    restore: async () => {
      refusing = null
      delay = 0
      held?.resolve()
      held = null
      if (!server.listening) await listen(port)
    },
  }
}
