/** Replaces the thread worker: ends, blocks or fills its thread, or fails, as the task's `given` says. */
export default function work({ given }: { given: { texts: string } }): unknown {
  if (given.texts === 'die') process.exit(3)
  if (given.texts === 'wait') for (;;);
  if (given.texts === 'fill') {
    for (const kept: string[][] = []; ;) kept.push(Array.from({ length: 1e5 }, String))
  }
  if (given.texts === 'fail') throw new TypeError('a fault of a task')
  return [null]
}
