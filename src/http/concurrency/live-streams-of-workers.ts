import type { Worker } from 'node:cluster'
import { z } from 'zod'
import { createLiveStreamLimits, tooManyLiveStreams, type LiveStreamLimits } from './live-streams.ts'
import type { Release } from './semaphore.ts'

/** A worker asks the first process for the place of a board, and says when it is free again. */
const Asked = z.object({ board: z.enum(['open', 'close']), id: z.int(), userId: z.int() })
const Answered = z.object({ boardPlace: z.int(), given: z.boolean() })

/** In the first process: counts the boards of all workers; those of a worker that ended are gone. */
export function countLiveStreams(each: number): (worker: Worker) => void {
  const places = createLiveStreamLimits(each)
  return (worker) => {
    const held = new Map<number, Release>()
    let gone = false
    const answer = (id: number, given: boolean) => {
      if (worker.isConnected()) worker.send({ boardPlace: id, given } satisfies z.infer<typeof Answered>)
    }
    worker.on('message', (message: unknown) => {
      const asked = Asked.safeParse(message)
      if (!asked.success) return
      const { board, id, userId } = asked.data
      if (board === 'close') {
        held.get(id)?.()
        held.delete(id)
        return
      }
      places.open(userId).then(
        (leave) => {
          if (gone) return leave()
          held.set(id, leave)
          answer(id, true)
        },
        () => answer(id, false),
      )
    })
    worker.once('exit', () => {
      gone = true
      for (const leave of held.values()) leave()
      held.clear()
    })
  }
}

/** In a worker: every place is one of the first process. */
export function liveStreamsOfWorkers(each: number): LiveStreamLimits {
  const asking = new Map<number, (given: boolean) => void>()
  let last = 0
  process.on('message', (message: unknown) => {
    const answered = Answered.safeParse(message)
    if (!answered.success) return
    asking.get(answered.data.boardPlace)?.(answered.data.given)
    asking.delete(answered.data.boardPlace)
  })
  const say = (board: 'open' | 'close', id: number, userId: number) => {
    if (process.connected) process.send?.({ board, id, userId } satisfies z.infer<typeof Asked>)
  }
  return {
    async open(userId) {
      const id = (last += 1)
      const answer = new Promise<boolean>((resolve) => asking.set(id, resolve))
      say('open', id, userId)
      if (!(await answer)) throw tooManyLiveStreams(each)
      let held = true
      return () => {
        if (held) say('close', id, userId)
        held = false
      }
    },
  }
}
