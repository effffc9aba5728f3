/** A worker whose thread takes longer to start than the tests allow a task. */
export const STARTING_MS = 1_000

Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STARTING_MS)

export default function work(): unknown {
  return [null]
}
