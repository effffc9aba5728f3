import type { BoardItem } from './board.ts'

/** Streams a board as server-sent events; closing the stream ends the board. `onEnd` is called exactly once. */
export function createEventStream(
  open: (signal: AbortSignal) => AsyncGenerator<BoardItem, unknown>,
  onEnd: () => void,
): Response {
  const encoder = new TextEncoder()
  const disconnect = new AbortController()
  const items = open(disconnect.signal)
  // No prefetch: the board opens with the first read, which never happens for a HEAD request.
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await items.next().catch((error: unknown) => {
          onEnd()
          throw error
        })
        if (!done) return controller.enqueue(encoder.encode(toText(value)))
        onEnd()
        controller.close()
      },
      async cancel() {
        onEnd()
        disconnect.abort()
        await items.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  })
}

function toText(item: BoardItem): string {
  if (item.id === null) return ': still here\n\n'
  return `id: ${item.id}\nevent: ${item.event}\ndata: ${toJson(item.data)}\n\n`
}

const texts = new WeakMap<object, string>()

/** Caches the text of an event, because many boards send the same object. */
function toJson(data: object): string {
  const cached = texts.get(data)
  if (cached !== undefined) return cached
  const text = JSON.stringify(data)
  texts.set(data, text)
  return text
}
