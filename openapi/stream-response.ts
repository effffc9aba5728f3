import type { ResponseChunk, ResponseChunks } from '../src/procedures/lists/stream-list.ts'

/**
 * Creates a streamed body; a single chunk stays text. Each chunk is read after the previous one was sent, until the
 * client disconnects. Errors call `failed` and abort the response; `ended` is called at the end.
 */
export function streamBody(
  first: ResponseChunk,
  others: ResponseChunks,
  failed: (error: unknown) => void,
  ended: () => void = () => undefined,
): string | ReadableStream<Uint8Array> {
  if (first.last) {
    ended()
    return first.text
  }
  const encoder = new TextEncoder()
  let next: ResponseChunk | null = first
  let isClosed = false
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece: ResponseChunk | void = next ?? (await others.next()).value
          next = null
          // The client disconnected while the chunk was read, which is no error.
          if (isClosed) return
          if (piece) controller.enqueue(encoder.encode(piece.text))
          if (piece && !piece.last) return
          ended()
          controller.close()
        } catch (error) {
          ended()
          if (isClosed) return
          failed(error)
          controller.error(error)
        }
      },
      async cancel() {
        isClosed = true
        ended()
        await others.return()
      },
    },
    { highWaterMark: 0 },
  )
}
