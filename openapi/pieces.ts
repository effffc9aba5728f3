import type { Piece, Pieces } from '../src/portions.ts'

/**
 * The body of an answer that leaves in pieces; of one piece, it is text like any other. Each further piece is read when
 * the client has taken the one before; a client that leaves ends the reading, and an error (told to `failed`) cuts the
 * answer off.
 */
export function bodyOf(
  first: Piece,
  others: Pieces,
  failed: (error: unknown) => void,
): string | ReadableStream<Uint8Array> {
  if (first.last) return first.text
  const encoder = new TextEncoder()
  let next: Piece | null = first
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece: Piece | void = next ?? (await others.next()).value
          next = null
          if (piece) controller.enqueue(encoder.encode(piece.text))
          if (!piece || piece.last) controller.close()
        } catch (error) {
          failed(error)
          controller.error(error)
        }
      },
      async cancel() {
        await others.return()
      },
    },
    { highWaterMark: 0 },
  )
}
