import type { Worker } from 'node:cluster'
import { z } from 'zod'
import {
  createLiveStreamLimits,
  createTooManyLiveStreamsError,
  type LiveStreamLimits,
} from './live-streams.ts'
import type { Release } from './semaphore.ts'

/** A worker requests a live stream slot from the primary process, and reports when it is free again. */
const SlotRequest = z.object({ board: z.enum(['open', 'close']), id: z.int(), userId: z.int() })
const SlotResponse = z.object({ slotRequestId: z.int(), granted: z.boolean() })

/** In the primary process: counts the live streams of all workers; a worker's slots end with it. */
export function countLiveStreams(each: number): (worker: Worker) => void {
  const limits = createLiveStreamLimits(each)
  return (worker) => {
    const releases = new Map<number, Release>()
    let hasExited = false
    const respond = (id: number, granted: boolean) => {
      if (worker.isConnected()) {
        worker.send({ slotRequestId: id, granted } satisfies z.infer<typeof SlotResponse>)
      }
    }
    worker.on('message', (message: unknown) => {
      const request = SlotRequest.safeParse(message)
      if (!request.success) return
      const { board, id, userId } = request.data
      if (board === 'close') {
        releases.get(id)?.()
        releases.delete(id)
        return
      }
      limits.open(userId).then(
        (release) => {
          if (hasExited) return release()
          releases.set(id, release)
          respond(id, true)
        },
        () => respond(id, false),
      )
    })
    worker.once('exit', () => {
      hasExited = true
      for (const release of releases.values()) release()
      releases.clear()
    })
  }
}

/** In a worker: requests every slot from the primary process. */
export function createWorkerLiveStreamLimits(each: number): LiveStreamLimits {
  const pending = new Map<number, (granted: boolean) => void>()
  let last = 0
  process.on('message', (message: unknown) => {
    const response = SlotResponse.safeParse(message)
    if (!response.success) return
    pending.get(response.data.slotRequestId)?.(response.data.granted)
    pending.delete(response.data.slotRequestId)
  })
  const send = (board: 'open' | 'close', id: number, userId: number) => {
    if (process.connected) process.send?.({ board, id, userId } satisfies z.infer<typeof SlotRequest>)
  }
  return {
    async open(userId) {
      const id = (last += 1)
      const response = new Promise<boolean>((resolve) => pending.set(id, resolve))
      send('open', id, userId)
      if (!(await response)) throw createTooManyLiveStreamsError(each)
      let isHeld = true
      return () => {
        if (isHeld) send('close', id, userId)
        isHeld = false
      }
    },
  }
}
