import { recordStart, type TaskStart } from '../../src/workers/task-clock.ts'

interface Task {
  input: { texts?: string }
  start?: TaskStart
}

/** Replaces the thread worker: ends, blocks, stops or fills its thread, or fails, as the task's `input` says. */
export default function work({ input, start }: Task): unknown {
  if (start) recordStart(start)
  if (input.texts === 'stop') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  if (input.texts === 'die') process.exit(3)
  if (input.texts === 'wait') for (;;);
  if (input.texts === 'fill') {
    for (const retained: string[][] = []; ;) retained.push(Array.from({ length: 1e5 }, String))
  }
  if (input.texts === 'fail') throw new TypeError('a fault of a task')
  return [null]
}
