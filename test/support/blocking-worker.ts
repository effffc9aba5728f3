import { BroadcastChannel } from 'node:worker_threads'
import { recordStart, type TaskStart } from '../../src/workers/task-clock.ts'
import runTask from '../../src/workers/worker.ts'

/** The channel on which a thread reports the held file that it started to read, and waits for a message to continue. */
export const HELD_FILES = 'held files'

interface Task {
  name: Parameters<typeof runTask>[0]['name']
  input: { filename?: string }
  start?: TaskStart
}

/** Replaces the thread worker. The file's name decides: an endless loop, a wait for a message, or the real worker. */
export default async function blockingWork({ name, input, start }: Task): Promise<unknown> {
  if (start) recordStart(start)
  if (input.filename?.startsWith('endless')) for (;;);
  if (input.filename?.startsWith('held')) {
    const channel = new BroadcastChannel(HELD_FILES)
    channel.postMessage(input.filename)
    await new Promise((resolve) => (channel.onmessage = resolve))
    channel.close()
  }
  return runTask({ name, input: input as never })
}
