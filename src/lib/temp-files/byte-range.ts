import { read, readSync } from 'node:fs'
import { promisify } from 'node:util'

const CHUNK = 64 * 1024
const BLOCK = 256 * 1024

/** An uploaded file without a name: threads read it by its file descriptor until the request ends. */
export class StoredFile {
  readonly fd: number
  readonly byteLength: number

  constructor(fd: number, byteLength: number) {
    this.fd = fd
    this.byteLength = byteLength
  }
}

/** Bytes in memory or on disk. A structured clone in a thread is not an instance of `StoredFile`. */
export type ByteSource = Uint8Array | Pick<StoredFile, 'fd' | 'byteLength'>

/** Reads all bytes in chunks, synchronously, for threads. A chunk is valid until the next one. */
export function* readChunks(source: ByteSource): Generator<Uint8Array> {
  const size = source.byteLength
  if (source instanceof Uint8Array) {
    for (let start = 0; start < size; start += CHUNK) yield source.subarray(start, start + CHUNK)
    return
  }
  const buffer = new Uint8Array(CHUNK)
  for (let offset = 0; offset < size;) {
    const read = readSync(source.fd, buffer, 0, Math.min(CHUNK, size - offset), offset)
    if (read === 0) throw createEndedEarlyError()
    offset += read
    yield buffer.subarray(0, read)
  }
}

/** Reads a byte range into a new array, synchronously, for threads. It is shorter if the file ends before. */
export function readByteRange(source: ByteSource, start: number, to: number): Uint8Array {
  const end = Math.min(to, source.byteLength)
  if (source instanceof Uint8Array) return source.slice(start, end)
  const bytes = new Uint8Array(Math.max(0, end - start))
  for (let done = 0; done < bytes.byteLength;) {
    const bytesRead = readSync(source.fd, bytes, done, bytes.byteLength - done, start + done)
    if (bytesRead === 0) throw createEndedEarlyError()
    done += bytesRead
  }
  return bytes
}

const readAt = promisify(read)

/** Fills a buffer from a position of a file on disk, without blocking the event loop. */
export async function readInto<T extends Uint8Array>(
  bytes: T,
  { fd }: Pick<StoredFile, 'fd'>,
  offset: number,
): Promise<T> {
  for (let done = 0; done < bytes.byteLength;) {
    const { bytesRead } = await readAt(fd, bytes, done, bytes.byteLength - done, offset + done)
    if (bytesRead === 0) throw createEndedEarlyError()
    done += bytesRead
  }
  return bytes
}

/** Reads all bytes into memory, without blocking the event loop. */
export async function readAll(source: ByteSource): Promise<Buffer> {
  if (source instanceof Uint8Array) return Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  return readInto(Buffer.allocUnsafe(source.byteLength), source, 0)
}

/** Reads all bytes in blocks of 256 KiB, without blocking the event loop. A block is valid until the next one. */
export async function* readBlocks(source: ByteSource): AsyncGenerator<Buffer> {
  const size = source.byteLength
  if (source instanceof Uint8Array) {
    const bytes = Buffer.from(source.buffer, source.byteOffset, size)
    for (let start = 0; start < size; start += BLOCK) yield bytes.subarray(start, start + BLOCK)
    return
  }
  // One buffer for all blocks: many buffers would be freed late.
  const buffer = Buffer.allocUnsafe(Math.min(BLOCK, size))
  for (let start = 0; start < size; start += BLOCK) {
    yield readInto(buffer.subarray(0, size - start), source, start)
  }
}

function createEndedEarlyError(): Error {
  return new Error('the file of an upload ended early')
}
