import { withoutReservedName } from '../../lib/reserved-names.ts'
import { trimEndWhile } from '../../lib/unicode/trim-end.ts'

/** A file that an operation answers: its name for the download, its type, and what is in it, made as it is read. */
export interface FileResponse {
  filename: string
  contentType: string
  chunks: AsyncIterable<Uint8Array | string>
}

/** Who wants to know how a download went. */
export interface StreamCallbacks {
  /** The making of the file failed when its beginning had left: the answer is cut off. */
  failed?: (error: unknown) => void
  /** The last of the file has left, or no one reads on. */
  ended?: () => void
}

/**
 * A file as an answer that leaves as it is made: each chunk is asked for when the one before has been taken, and a
 * client that leaves ends the making. What can be refused is refused before, because the status is sent by then.
 */
export function fileResponse(
  { filename, contentType, chunks }: FileResponse,
  told: StreamCallbacks = {},
): Response {
  return new Response(streamed(chunks, told), {
    headers: { 'content-type': contentType, 'content-disposition': attachment(filename) },
  })
}

function streamed(
  chunks: FileResponse['chunks'],
  { failed, ended }: StreamCallbacks,
): ReadableStream<Uint8Array<ArrayBufferLike>> {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array<ArrayBufferLike>>(
    {
      async pull(controller) {
        try {
          const next = await block(iterator)
          if (next !== null) {
            controller.enqueue(next)
            return
          }
          ended?.()
          controller.close()
        } catch (error) {
          ended?.()
          failed?.(error)
          controller.error(error)
        }
      },
      async cancel() {
        ended?.()
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Characters or bytes that leave together: a write of their own for each small piece would cost more than making it. */
const TOGETHER = 64 * 1024

/** The next pieces together; null when there are none. */
async function block(iterator: AsyncIterator<Uint8Array | string>): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  let texts = ''
  let size = 0
  while (size < TOGETHER) {
    const { value, done } = await iterator.next()
    if (done) break
    size += value.length
    if (typeof value === 'string') texts += value
    else {
      if (texts !== '') parts.push(Buffer.from(texts))
      texts = ''
      parts.push(value)
    }
  }
  if (texts !== '') parts.push(Buffer.from(texts))
  const [only] = parts
  if (only && parts.length === 1 && size > 0) return only
  return size === 0 ? null : Buffer.concat(parts)
}

/** The header of a download; what is not ASCII stands in its second form (RFC 6266). */
function attachment(filename: string): string {
  const name = downloadName(filename)
  const plain = name.replaceAll(/[^\x20-\x7e]/g, '_')
  if (plain === name) return `attachment; filename="${plain}"`
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** A name that every file system, archive and header accepts; a reserved one gets an underscore in front. */
export function downloadName(name: string): string {
  const safe = name
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f\u007f-\u009f"*/:<>?\\|\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '_')
    .replace(/^[\s.]+/, '')
  const named = trimEndWhile(safe, (character) => /[\s.]/.test(character))
  return named === '' ? 'file' : withoutReservedName(named)
}
