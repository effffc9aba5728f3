import type { Worker } from 'node:cluster'
import { z } from 'zod'
import { createLiveStreamLimits, tooManyLiveStreams, type LiveStreamLimits } from './live-streams.ts'
import type { Release } from './semaphore.ts'

/** A worker requests a live stream slot from the primary process, and reports when it is free again. */
const SlotRequest = z.object({ board: z.enum(['open', 'close']), id: z.int(), userId: z.int() })
const SlotResponse = z.object({ boardPlace: z.int(), given: z.boolean() })

/** In the primary process: counts the live streams of all workers; a worker's slots end with it. */
export function countLiveStreams(each: number): (worker: Worker) => void {
  const limits = createLiveStreamLimits(each)
  return (worker) => {
    const held = new Map<number, Release>()
    let gone = false
    const respond = (id: number, given: boolean) => {
      if (worker.isConnected()) worker.send({ boardPlace: id, given } satisfies z.infer<typeof SlotResponse>)
    }
    worker.on('message', (message: unknown) => {
      const request = SlotRequest.safeParse(message)
      if (!request.success) return
      const { board, id, userId } = request.data
      if (board === 'close') {
        held.get(id)?.()
        held.delete(id)
        return
      }
      limits.open(userId).then(
        (release) => {
          if (gone) return release()
          held.set(id, release)
          respond(id, true)
        },
        () => respond(id, false),
      )
    })
    worker.once('exit', () => {
      gone = true
      for (const release of held.values()) release()
      held.clear()
    })
  }
}

/** In a worker: requests every slot from the primary process. */
export function createWorkerLiveStreamLimits(each: number): LiveStreamLimits {
  const pending = new Map<number, (given: boolean) => void>()
  let last = 0
  process.on('message', (message: unknown) => {
    const response = SlotResponse.safeParse(message)
    if (!response.success) return
    pending.get(response.data.boardPlace)?.(response.data.given)
    pending.delete(response.data.boardPlace)
  })
  const send = (board: 'open' | 'close', id: number, userId: number) => {
    if (process.connected) process.send?.({ board, id, userId } satisfies z.infer<typeof SlotRequest>)
  }
  return {
    async open(userId) {
      const id = (last += 1)
      const response = new Promise<boolean>((resolve) => pending.set(id, resolve))
      send('open', id, userId)
      if (!(await response)) throw tooManyLiveStreams(each)
      let held = true
      return () => {
        if (held) send('close', id, userId)
        held = false
      }
    },
  }
}
