/** Replaces the thread worker: ends, blocks or fills its thread, or fails, as the task's `input` says. */
export default function work({ input }: { input: { texts: string } }): unknown {
  if (input.texts === 'die') process.exit(3)
  if (input.texts === 'wait') for (;;);
  if (input.texts === 'fill') {
    for (const retained: string[][] = []; ;) retained.push(Array.from({ length: 1e5 }, String))
  }
  if (input.texts === 'fail') throw new TypeError('a fault of a task')
  return [null]
}
