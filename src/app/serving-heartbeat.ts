import cluster from 'node:cluster'
import { z } from 'zod'
import type { Throttle } from '../background/throttle.ts'

/** A worker says so to the first process, which does the background work. */
const Heartbeat = z.object({ serving: z.literal(true) })
const EVERY_MS = 300

/** In a worker: tells the first process that requests are being served, as long as they are. */
export function sendServingHeartbeat(throttle: Throttle): void {
  setInterval(() => {
    if (throttle.isServing() && process.connected) {
      process.send?.({ serving: true } satisfies z.infer<typeof Heartbeat>)
    }
  }, EVERY_MS).unref()
}

/** In the first process: hears it of every worker. */
export function receiveServingHeartbeats(throttle: Throttle): void {
  cluster.on('message', (_, message: unknown) => {
    if (Heartbeat.safeParse(message).success) throttle.served()
  })
}
