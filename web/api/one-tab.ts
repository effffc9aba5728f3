/** Passes a message to this tab and to all others that take part. */
export type Shared<T> = (message: T) => void

/**
 * Does something in one tab of this browser and lets all tabs hear of it. When that tab goes away, another one takes
 * over. Where the browser has no locks, as without https, each tab does it for itself.
 */
export function heldByOneTab<T>(
  name: string,
  hear: (message: T) => void,
  begin: (share: Shared<T>) => () => void,
): () => void {
  const leaving = new AbortController()
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<T>) => hear(data))
  const share: Shared<T> = (message) => {
    hear(message)
    if (!leaving.signal.aborted) channel.postMessage(message)
  }
  const hold = async () => {
    if (leaving.signal.aborted) return
    const end = begin(share)
    await new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()))
    end()
  }
  const held = 'locks' in navigator ? navigator.locks.request(name, { signal: leaving.signal }, hold) : hold()
  // Leaving while still waiting for the lock rejects, which is what was asked for.
  held.catch(() => undefined)
  return () => {
    leaving.abort()
    channel.close()
  }
}
