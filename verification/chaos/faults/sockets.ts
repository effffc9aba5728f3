import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { strike, writesGoOn, type Storm, type Struck } from '../../../test/chaos/faults/inject.ts'
import { http } from '../../../test/support/http.ts'
import { residentMiB } from './memory.ts'

const BATCH = 250
/** Open files of this process other than sockets. */
const OTHERS = 500

/** Opens this many silent connections and keeps them open during writes. */
export function openSockets(storm: Storm, times: number, wanted: number): Promise<Struck> {
  return strike(storm, 'sockets open', times, async () => {
    const { service } = storm
    const count = Math.min(wanted, mostFiles() - OTHERS)
    const before = residentMiB(service.pid())
    const sockets: Socket[] = []
    while (sockets.length < count) {
      const batch = Array.from({ length: Math.min(BATCH, count - sockets.length) }, () =>
        aSocket(service.url),
      )
      sockets.push(...batch)
      await Promise.all(batch.map((socket) => once(socket, 'connect').catch(() => undefined)))
    }
    const held = sockets.filter(({ destroyed }) => !destroyed).length
    const started = performance.now()
    const { status } = await http(service.url).get('/up')
    const ms = Math.round(performance.now() - started)
    const goesOn = await writesGoOn(storm)
    const cost = Math.round(residentMiB(service.pid()) - before)
    for (const socket of sockets) socket.destroy()
    return {
      notes: [
        `${held} of ${count} open at once, /up in ${ms} ms, ${cost} MiB more memory`,
        ...(count < wanted ? [`FEWER THAN ${wanted}: this process may open only ${mostFiles()} files`] : []),
      ],
      wrong: [
        ...(status === 200 ? [] : [`/up answered ${status}`]),
        ...(goesOn ? [] : ['others were not served']),
      ],
    }
  })
}

function aSocket(url: string): Socket {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname).on('error', () => undefined)
}

function mostFiles(): number {
  return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])
}
