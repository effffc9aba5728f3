import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'
import { type AsyncFlateStreamHandler, Zip, type ZipInputFile } from 'fflate'

/** One file of an archive. Content in memory must be small; long content is streamed. */
export interface ZipEntry {
  name: string
  content: string | Uint8Array | AsyncIterable<string | Uint8Array>
}

const LEVEL = 6
/** Shorter content is compressed synchronously, which is faster than handing it to a thread. */
const SYNC_BYTES = 64 * 1024
const EMPTY_BYTES = new Uint8Array()
/** Maximum entries without the ZIP64 extension. */
const MAX_ENTRIES = 65_535
const MAX_BYTES = 0xffff_ffff
/** Years that the time of an entry can have. */
const [FIRST_YEAR, LAST_YEAR] = [1980, 2099]

/**
 * Streams a zip archive: entries are read in turn, long ones are compressed in threads, and only their names stay in
 * memory. `mtime` is the time of all files, from 1980 to 2099. Throws RangeError past 65,535 entries or 4 GiB.
 */
export async function* streamZip(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  mtime: Date,
): AsyncGenerator<Uint8Array> {
  const output = new ZipBuffer()
  const entryTime = toEntryTime(mtime)
  let count = 0
  for await (const { name, content } of entries) {
    if ((count += 1) > MAX_ENTRIES) throw new RangeError('an archive holds at most 65535 files')
    const file = new DeflatedFile(name, entryTime)
    output.zip.add(file)
    if (typeof content === 'string' || content instanceof Uint8Array) {
      file.push(deflateRawSync(file.count(content), { level: LEVEL }))
    } else {
      for await (const piece of compress(content, file)) {
        file.push(piece)
        yield* output.takeChunks()
      }
    }
    file.end()
    yield* output.takeChunks()
  }
  output.zip.end()
  yield* output.takeChunks()
}

/**
 * The nearest time that an entry can have, in UTC, so that archives do not depend on the server's time zone. The
 * library reads local fields. A time that the local clock skips in spring becomes an hour later.
 */
function toEntryTime(time: Date): Date {
  const year = time.getUTCFullYear()
  if (year < FIRST_YEAR) return new Date(FIRST_YEAR, 0, 1)
  if (year > LAST_YEAR) return new Date(LAST_YEAR, 11, 31)
  const [month, day] = [time.getUTCMonth(), time.getUTCDate()]
  return new Date(year, month, day, time.getUTCHours(), time.getUTCMinutes(), time.getUTCSeconds())
}

/** Output of the archive that was not read yet. */
class ZipBuffer {
  #chunks: Uint8Array[] = []
  #bytes = 0
  readonly zip = new Zip((error, chunk) => {
    if (error) throw error
    this.#bytes += chunk.length
    if (this.#bytes > MAX_BYTES) throw new RangeError('an archive holds at most 4 GiB')
    this.#chunks.push(chunk)
  })

  takeChunks(): Uint8Array[] {
    const chunks = this.#chunks
    this.#chunks = []
    return chunks
  }
}

/** An entry with compressed bytes; the archive reads uncompressed size and checksum at its end. */
class DeflatedFile implements ZipInputFile {
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

  count(content: string | Uint8Array): Uint8Array {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    this.size += bytes.length
    this.crc = crc32(bytes, this.crc)
    return bytes
  }

  push(piece: Uint8Array<ArrayBuffer>): void {
    this.ondata?.(null, piece, false)
  }

  end(): void {
    this.ondata?.(null, EMPTY_BYTES, true)
  }
}

async function* compress(
  content: AsyncIterable<string | Uint8Array>,
  file: DeflatedFile,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const deflate = createDeflateRaw({ level: LEVEL, chunkSize: SYNC_BYTES })
  const source = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of joinBlocks(content)) yield file.count(piece)
  }
  const finished = pipeline(source, deflate).then(
    () => null,
    (error: unknown) => ({ error }),
  )
  for await (const piece of deflate) yield piece
  const failure = await finished
  if (failure) throw failure.error
}

/** Joins short chunks, so that each thread call is worthwhile. */
async function* joinBlocks(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<string | Uint8Array> {
  let waiting = ''
  for await (const piece of content) {
    if (typeof piece !== 'string') {
      if (waiting !== '') yield waiting
      waiting = ''
      yield piece
      continue
    }
    waiting += piece
    if (waiting.length < SYNC_BYTES) continue
    yield waiting
    waiting = ''
  }
  if (waiting !== '') yield waiting
}
