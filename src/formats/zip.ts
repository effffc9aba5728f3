import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'
import { type AsyncFlateStreamHandler, Zip, type ZipInputFile } from 'fflate'

/** One file of an archive. A text or bytes that are here already must be small; what is long comes in pieces. */
export interface ZipEntry {
  name: string
  content: string | Uint8Array | AsyncIterable<string | Uint8Array>
}

const LEVEL = 6
/** Shorter content is compressed at once, which takes less than handing it to a thread. */
const AT_ONCE = 64 * 1024
const NOTHING = new Uint8Array()
/** What the format can address without its 64-bit extension. */
const MOST_ENTRIES = 65_535
const MOST_BYTES = 0xffff_ffff

/**
 * A zip archive, made as it is read: entries are taken one after another, long ones are compressed in threads, and
 * nothing of them is kept but their names. `mtime` is the time that the archive tells of its files. Throws RangeError
 * past 65,535 entries or 4 GiB.
 */
export async function* zipped(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  mtime: Date,
): AsyncGenerator<Uint8Array> {
  const made = new ZipBuffer()
  let count = 0
  for await (const { name, content } of entries) {
    if ((count += 1) > MOST_ENTRIES) throw new RangeError('an archive holds at most 65535 files')
    const file = new Deflated(name, mtime)
    made.zip.add(file)
    if (typeof content === 'string' || content instanceof Uint8Array) {
      file.give(deflateRawSync(file.counted(content), { level: LEVEL }))
    } else {
      for await (const piece of deflated(content, file)) {
        file.give(piece)
        yield* made.taken()
      }
    }
    file.end()
    yield* made.taken()
  }
  made.zip.end()
  yield* made.taken()
}

/** What the archive has made and no one has taken yet. */
class ZipBuffer {
  #chunks: Uint8Array[] = []
  #bytes = 0
  readonly zip = new Zip((error, chunk) => {
    if (error) throw error
    this.#bytes += chunk.length
    if (this.#bytes > MOST_BYTES) throw new RangeError('an archive holds at most 4 GiB')
    this.#chunks.push(chunk)
  })

  taken(): Uint8Array[] {
    const chunks = this.#chunks
    this.#chunks = []
    return chunks
  }
}

/** An entry whose bytes come compressed; the archive reads size and checksum of what they were at its end. */
class Deflated implements ZipInputFile {
  readonly filename: string
  readonly mtime: Date
  readonly compression = 8
  size = 0
  crc = 0
  ondata?: AsyncFlateStreamHandler

  constructor(filename: string, mtime: Date) {
    this.filename = filename
    this.mtime = mtime
  }

  counted(content: string | Uint8Array): Uint8Array {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    this.size += bytes.length
    this.crc = crc32(bytes, this.crc)
    return bytes
  }

  give(piece: Uint8Array<ArrayBuffer>): void {
    this.ondata?.(null, piece, false)
  }

  end(): void {
    this.ondata?.(null, NOTHING, true)
  }
}

async function* deflated(
  content: AsyncIterable<string | Uint8Array>,
  file: Deflated,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const deflate = createDeflateRaw({ level: LEVEL, chunkSize: AT_ONCE })
  const source = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of inBlocks(content)) yield file.counted(piece)
  }
  const finished = pipeline(source, deflate).then(
    () => null,
    (error: unknown) => ({ error }),
  )
  for await (const piece of deflate) yield piece
  const failure = await finished
  if (failure) throw failure.error
}

/** Short pieces together, so that each turn to a thread is worth it. */
async function* inBlocks(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<string | Uint8Array> {
  let waiting = ''
  for await (const piece of content) {
    if (typeof piece !== 'string') {
      if (waiting !== '') yield waiting
      waiting = ''
      yield piece
      continue
    }
    waiting += piece
    if (waiting.length < AT_ONCE) continue
    yield waiting
    waiting = ''
  }
  if (waiting !== '') yield waiting
}
