import type { ResponseChunk, ResponseChunks } from '../src/procedures/lists/stream-list.ts'

/**
 * The body of an answer that leaves in pieces; of one piece, it is text like any other. Each further piece is read when
 * the client has taken the one before; a client that leaves ends the reading, and an error (told to `failed`) cuts the
 * answer off. `ended` is told when the last piece has left, or no one reads on.
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
  let left = false
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece: ResponseChunk | void = next ?? (await others.next()).value
          next = null
          // Anyone who left while the piece was read takes none, and is no fault.
          if (left) return
          if (piece) controller.enqueue(encoder.encode(piece.text))
          if (piece && !piece.last) return
          ended()
          controller.close()
        } catch (error) {
          ended()
          if (left) return
          failed(error)
          controller.error(error)
        }
      },
      async cancel() {
        left = true
        ended()
        await others.return()
      },
    },
    { highWaterMark: 0 },
  )
}
