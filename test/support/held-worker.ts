import { BroadcastChannel } from 'node:worker_threads'
import work from '../../src/workers/worker.ts'

/** Says which held file a thread has begun with, and lets it go on. */
export const HELD_FILES = 'held files'

interface Task {
  name: Parameters<typeof work>[0]['name']
  input: { filename: string }
}

/** In the place of the worker of threads: endless, held until a message, or the worker itself, by the file's name. */
export default async function heldWork({ name, input }: Task): Promise<unknown> {
  if (input.filename.startsWith('endless')) for (;;);
  if (input.filename.startsWith('held')) {
    const channel = new BroadcastChannel(HELD_FILES)
    channel.postMessage(input.filename)
    await new Promise((resolve) => (channel.onmessage = resolve))
    channel.close()
  }
  return work({ name, input: input as never })
}
