import { read, readSync } from 'node:fs'
import { promisify } from 'node:util'

const CHUNK = 64 * 1024
const PORTION = 256 * 1024

/**
 * A file that arrived on disk, without a name: every thread of the process reads it by its descriptor, until its
 * request is answered.
 */
export class StoredFile {
  readonly fd: number
  readonly byteLength: number

  constructor(fd: number, byteLength: number) {
    this.fd = fd
    this.byteLength = byteLength
  }
}

/** Bytes in memory or on disk; what comes to a thread is no instance of the class any more. */
export type ByteSource = Uint8Array | Pick<StoredFile, 'fd' | 'byteLength'>

/** All bytes in chunks, read where they are asked for; a chunk is good until the next one. For threads. */
export function* chunksOf(source: ByteSource): Generator<Uint8Array> {
  const size = source.byteLength
  if (source instanceof Uint8Array) {
    for (let at = 0; at < size; at += CHUNK) yield source.subarray(at, at + CHUNK)
    return
  }
  const buffer = new Uint8Array(CHUNK)
  for (let at = 0; at < size;) {
    const read = readSync(source.fd, buffer, 0, Math.min(CHUNK, size - at), at)
    if (read === 0) throw endedEarly()
    at += read
    yield buffer.subarray(0, read)
  }
}

/** A stretch of the bytes, for its reader to keep; shorter where the file ends before it. For threads. */
export function byteRangeOf(source: ByteSource, from: number, to: number): Uint8Array {
  const end = Math.min(to, source.byteLength)
  if (source instanceof Uint8Array) return source.slice(from, end)
  const bytes = new Uint8Array(Math.max(0, end - from))
  for (let done = 0; done < bytes.byteLength;) {
    const got = readSync(source.fd, bytes, done, bytes.byteLength - done, from + done)
    if (got === 0) throw endedEarly()
    done += got
  }
  return bytes
}

const readAt = promisify(read)

/** Fills a buffer from a place of a file on disk, while others have their turn. */
export async function fill<T extends Uint8Array>(
  bytes: T,
  { fd }: Pick<StoredFile, 'fd'>,
  at: number,
): Promise<T> {
  for (let done = 0; done < bytes.byteLength;) {
    const { bytesRead } = await readAt(fd, bytes, done, bytes.byteLength - done, at + done)
    if (bytesRead === 0) throw endedEarly()
    done += bytesRead
  }
  return bytes
}

/** All bytes in memory, read while others have their turn. */
export async function readAll(source: ByteSource): Promise<Buffer> {
  if (source instanceof Uint8Array) return Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  return fill(Buffer.allocUnsafe(source.byteLength), source, 0)
}

/** All bytes in portions of 256 KiB, while others have their turn; a portion is good until the next one. */
export async function* blocksOf(source: ByteSource): AsyncGenerator<Buffer> {
  const size = source.byteLength
  if (source instanceof Uint8Array) {
    const bytes = Buffer.from(source.buffer, source.byteOffset, size)
    for (let at = 0; at < size; at += PORTION) yield bytes.subarray(at, at + PORTION)
    return
  }
  // One buffer for all: many of their own would be freed late.
  const buffer = Buffer.allocUnsafe(Math.min(PORTION, size))
  for (let at = 0; at < size; at += PORTION) yield fill(buffer.subarray(0, size - at), source, at)
}

function endedEarly(): Error {
  return new Error('the file of an upload ended early')
}
