import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A way to a database that can be cut off and opened again, as if the server went away and came back. */
export interface Line {
  /** The address of the database through this line. */
  url: string
  /** Ends every connection; new ones are refused. */
  cut: () => Promise<void>
  /** Lets connections through again. */
  restore: () => Promise<void>
}

/** A line to the database at this address, on a free port; cut it at the end of the test. */
export async function aLineTo(address: string): Promise<Line> {
  const target = new URL(address)
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname)
    keep(near)
    keep(far)
    near.pipe(far).pipe(near)
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
    restore: async () => void (await listen(port)),
  }
}
