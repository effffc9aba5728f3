import { replaceReservedName } from '../../lib/reserved-names.ts'
import { trimEndWhile } from '../../lib/unicode/trim-end.ts'

/** A file download. `chunks` are generated while they are read. */
export interface FileResponse {
  filename: string
  contentType: string
  chunks: AsyncIterable<Uint8Array | string>
}

/** Callbacks for the end of a download. */
export interface StreamCallbacks {
  /** Generating the file failed after the response started: the response is aborted. */
  failed?: (error: unknown) => void
  /** The file was sent completely, or the client disconnected. */
  ended?: () => void
}

/**
 * Streams a file: each chunk is generated when the previous one was sent, and stops when the client disconnects. The
 * status is sent first, so check for errors before.
 */
export function createFileResponse(
  { filename, contentType, chunks }: FileResponse,
  callbacks: StreamCallbacks = {},
): Response {
  return new Response(toStream(chunks, callbacks), {
    headers: { 'content-type': contentType, 'content-disposition': formatAttachment(filename) },
  })
}

function toStream(
  chunks: FileResponse['chunks'],
  { failed, ended }: StreamCallbacks,
): ReadableStream<Uint8Array<ArrayBufferLike>> {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array<ArrayBufferLike>>(
    {
      async pull(controller) {
        try {
          const next = await readBlock(iterator)
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

/** Bytes or characters per write, because small writes are slow. */
const BLOCK_SIZE = 64 * 1024

/** Joins the next chunks into one block; null at the end. */
async function readBlock(iterator: AsyncIterator<Uint8Array | string>): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  let text = ''
  let size = 0
  while (size < BLOCK_SIZE) {
    const { value, done } = await iterator.next()
    if (done) break
    size += value.length
    if (typeof value === 'string') text += value
    else {
      if (text !== '') parts.push(Buffer.from(text))
      text = ''
      parts.push(value)
    }
  }
  if (text !== '') parts.push(Buffer.from(text))
  const [only] = parts
  if (only && parts.length === 1 && size > 0) return only
  return size === 0 ? null : Buffer.concat(parts)
}

/** The Content-Disposition header; non-ASCII names use the extended form (RFC 6266). */
function formatAttachment(filename: string): string {
  const name = downloadName(filename)
  const plain = name.replaceAll(/[^\x20-\x7e]/g, '_')
  if (plain === name) return `attachment; filename="${plain}"`
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/**
 * Converts a name to one that is valid in every file system, archive and header; reserved names get a leading
 * underscore.
 */
export function downloadName(name: string): string {
  const safe = name
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f\u007f-\u009f"*/:<>?\\|\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '_')
    .replace(/^[\s.]+/, '')
  const trimmed = trimEndWhile(safe, (character) => /[\s.]/.test(character))
  return trimmed === '' ? 'file' : replaceReservedName(trimmed)
}
