/** Resolves in the next task, after the batch of requests that were made before is sent. */
export function yieldToNextTask(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve))
}
