/** Sends a message to this tab and to all other tabs that take part. */
export type Broadcast<T> = (message: T) => void

/**
 * Runs a task in one tab of this browser and broadcasts its messages to all tabs. If that tab closes, another one takes
 * over. Without the Web Locks API, as without https, each tab runs the task itself. Returns how to send a message, and how
 * to leave.
 */
export function runInOneTab<T>(
  name: string,
  onMessage: (message: T) => void,
  begin: (share: Broadcast<T>) => () => void,
): { share: Broadcast<T>; leave: () => void } {
  const leaving = new AbortController()
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<T>) => onMessage(data))
  const share: Broadcast<T> = (message) => {
    onMessage(message)
    if (!leaving.signal.aborted) channel.postMessage(message)
  }
  const hold = async () => {
    if (leaving.signal.aborted) return
    const end = begin(share)
    await new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()))
    end()
  }
  const lock = 'locks' in navigator ? navigator.locks.request(name, { signal: leaving.signal }, hold) : hold()
  // Aborting while waiting for the lock rejects; that is intended.
  lock.catch(() => undefined)
  const leave = () => {
    leaving.abort()
    channel.close()
  }
  return { share, leave }
}
