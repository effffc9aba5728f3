import cluster from 'node:cluster'
import { z } from 'zod'
import type { Throttle } from '../background/throttle.ts'

/** A worker sends it to the primary process, which runs the background tasks. */
const Heartbeat = z.object({ serving: z.literal(true) })
const HEARTBEAT_MS = 300

/** In a worker: sends heartbeats to the primary process while it serves requests. */
export function sendServingHeartbeat(throttle: Throttle): void {
  setInterval(() => {
    if (throttle.isServing() && process.connected) {
      process.send?.({ serving: true } satisfies z.infer<typeof Heartbeat>)
    }
  }, HEARTBEAT_MS).unref()
}

/** In the primary process: passes the heartbeats of all workers to the throttle. */
export function receiveServingHeartbeats(throttle: Throttle): void {
  cluster.on('message', (_, message: unknown) => {
    if (Heartbeat.safeParse(message).success) throttle.recordServed()
  })
}
