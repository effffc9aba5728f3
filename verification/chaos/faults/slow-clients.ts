import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { injectFault, type FaultContext, type FaultResult } from '../../../test/chaos/faults/inject.ts'

const EACH = 20
/** Longer than the time limits of heads and bodies. */
const TIMEOUT_MS = 45_000

/** The part that is sent at once; the rest follows at one byte per second. */
const BEGINNINGS = {
  head: 'GET /projects HTTP/1.1\r\nhost: a\r\nx: ',
  body: 'POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n',
  'chunked body': `POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n3E8\r\n`,
}

/** Sends heads and bodies at one byte per second. Each client must be disconnected, and others must be served meanwhile. */
export function sendSlowly(inject: FaultContext, times: number): Promise<FaultResult> {
  return injectFault(inject, 'clients that send one byte per second', times, async () => {
    const { acknowledged } = inject.journal
    const started = performance.now()
    const sockets = Object.entries(BEGINNINGS).flatMap(([beginning, text]) =>
      Array.from({ length: EACH }, () => ({
        clientKind: beginning,
        socket: openSlowClient(inject.service.url, text),
      })),
    )
    const late = new AbortController()
    const timeout = pause(TIMEOUT_MS, null, { signal: late.signal }).catch(() => null)
    const ended = sockets.map(async ({ clientKind, socket }) => {
      const closed = once(socket, 'close').then(() => performance.now() - started)
      return { clientKind, ms: await Promise.race([closed, timeout]) }
    })
    const ends = await Promise.all(ended)
    late.abort()
    for (const { socket } of sockets) socket.destroy()
    const seconds = Math.round(Math.max(...ends.map(({ ms }) => ms ?? TIMEOUT_MS)) / 1000)
    return {
      notes: [
        `${sockets.length} were disconnected after ${seconds} s; ${inject.journal.acknowledged - acknowledged} writes meanwhile`,
      ],
      wrong: ends.flatMap(({ clientKind, ms }) =>
        ms === null ? [`the service does not disconnect a slow ${clientKind}`] : [],
      ),
    }
  })
}

function openSlowClient(url: string, beginning: string): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname, () => socket.write(beginning))
  const sendSlowly = setInterval(() => socket.write('x'), 1000)
  return socket
    .on('error', () => undefined)
    .on('close', () => clearInterval(sendSlowly))
    .resume()
}
