/** A worker whose thread takes longer to start than the tests allow a task. */
export const STARTING_MS = 3_000

for (const end = performance.now() + STARTING_MS; performance.now() < end;);

export default function work(): unknown {
  return [null]
}
