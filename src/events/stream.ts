import type { BoardItem } from './board.ts'

/** A board as server-sent events; leaving the stream ends the board. `ended` is told once, whatever ended it. */
export function eventStream(
  open: (signal: AbortSignal) => AsyncGenerator<BoardItem, unknown>,
  ended: () => void,
): Response {
  const encoder = new TextEncoder()
  const leaving = new AbortController()
  const items = open(leaving.signal)
  // Nothing is fetched ahead: the board opens with the first read, which the answer to a HEAD never sees.
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await items.next().catch((error: unknown) => {
          ended()
          throw error
        })
        if (!done) return controller.enqueue(encoder.encode(textOf(value)))
        ended()
        controller.close()
      },
      async cancel() {
        ended()
        leaving.abort()
        await items.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  })
}

function textOf(item: BoardItem): string {
  if (item.id === null) return ': still here\n\n'
  return `id: ${item.id}\nevent: ${item.event}\ndata: ${jsonOf(item.data)}\n\n`
}

const texts = new WeakMap<object, string>()

/** An event goes to many boards as the same object: it becomes text once. */
function jsonOf(data: object): string {
  const known = texts.get(data)
  if (known !== undefined) return known
  const text = JSON.stringify(data)
  texts.set(data, text)
  return text
}
