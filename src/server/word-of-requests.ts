import cluster from 'node:cluster'
import { z } from 'zod'
import type { Pacer } from '../computing/beside/pacer.ts'

/** A worker says so to the first process, which does the work beside the requests. */
const Word = z.object({ serving: z.literal(true) })
const EVERY_MS = 300

/** In a worker: tells the first process that requests are being served, as long as they are. */
export function sayServing({ isServing }: Pacer): void {
  setInterval(() => {
    if (isServing() && process.connected) process.send?.({ serving: true } satisfies z.infer<typeof Word>)
  }, EVERY_MS).unref()
}

/** In the first process: hears it of every worker. */
export function hearServing(pacer: Pacer): void {
  cluster.on('message', (_, message: unknown) => {
    if (Word.safeParse(message).success) pacer.served()
  })
}
