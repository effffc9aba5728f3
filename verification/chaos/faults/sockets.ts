import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import {
  injectFault,
  areWritesAcknowledged,
  type FaultContext,
  type FaultResult,
} from '../../../test/chaos/faults/inject.ts'
import { http } from '../../../test/support/http.ts'
import { readMemoryMiB } from './memory.ts'

const BATCH = 250
/** Open files of this process other than sockets. */
const OTHERS = 500

/** Opens this many silent connections and keeps them open during writes. */
export function openSockets(inject: FaultContext, times: number, wanted: number): Promise<FaultResult> {
  return injectFault(inject, 'sockets open', times, async () => {
    const { service } = inject
    const count = Math.min(wanted, readFileLimit() - OTHERS)
    const before = readMemoryMiB(service.pid())
    const sockets: Socket[] = []
    while (sockets.length < count) {
      const batch = Array.from({ length: Math.min(BATCH, count - sockets.length) }, () =>
        openSocket(service.url),
      )
      sockets.push(...batch)
      await Promise.all(batch.map((socket) => once(socket, 'connect').catch(() => undefined)))
    }
    const openCount = sockets.filter(({ destroyed }) => !destroyed).length
    const started = performance.now()
    const { status } = await http(service.url).get('/up')
    const ms = Math.round(performance.now() - started)
    const goesOn = await areWritesAcknowledged(inject)
    const cost = Math.round(readMemoryMiB(service.pid()) - before)
    for (const socket of sockets) socket.destroy()
    return {
      notes: [
        `${openCount} of ${count} open at once, /up in ${ms} ms, ${cost} MiB more memory`,
        ...(count < wanted
          ? [`FEWER THAN ${wanted}: this process may open only ${readFileLimit()} files`]
          : []),
      ],
      wrong: [
        ...(status === 200 ? [] : [`/up answered ${status}`]),
        ...(goesOn ? [] : ['others were not served']),
      ],
    }
  })
}

function openSocket(url: string): Socket {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname).on('error', () => undefined)
}

function readFileLimit(): number {
  return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])
}
