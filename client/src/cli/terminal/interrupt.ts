const controller = new AbortController()

/** Aborted by the first Ctrl+C or SIGTERM; a second one ends the process at once. */
export const interrupted: AbortSignal = controller.signal

/** Listens for the signals that end a command. */
export function listenForInterrupts(): void {
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort())
}

/** Waits; throws an AbortError when the command is interrupted. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    interrupted.throwIfAborted()
    const end = () => {
      clearTimeout(timer)
      reject(interrupted.reason)
    }
    const timer = setTimeout(() => {
      interrupted.removeEventListener('abort', end)
      resolve()
    }, ms)
    interrupted.addEventListener('abort', end, { once: true })
  })
}
