import { readSync, writeSync } from 'node:fs'
import { mapFileError } from './disk-space.ts'

const BUFFERED = 256 * 1024

/** Where a text stands in a scratch file. */
export interface ByteRange {
  at: number
  size: number
}

/** A file that a thread appends texts to and reads them from, so that they need no memory. */
export class TempFile {
  readonly #fd: number
  /** One buffer for all texts: many of their own would be freed late. */
  #waiting: Buffer | null = null
  #waitingSize = 0
  #written = 0

  constructor(fd: number) {
    this.#fd = fd
  }

  append(text: string): ByteRange {
    const most = text.length * 3
    if (most > BUFFERED - this.#waitingSize) this.flush()
    const at = this.#written + this.#waitingSize
    if (most > BUFFERED) {
      this.write(Buffer.from(text))
      return { at, size: this.#written - at }
    }
    const size = (this.#waiting ??= Buffer.allocUnsafe(BUFFERED)).write(text, this.#waitingSize)
    this.#waitingSize += size
    return { at, size }
  }

  flush(): void {
    if (this.#waiting) this.write(this.#waiting.subarray(0, this.#waitingSize))
    this.#waitingSize = 0
  }

  /** Bytes behind everything that was flushed. Throws 503 where there is no room. */
  write(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.byteLength;) {
      const size = this.#writeSome(bytes, done)
      done += size
      this.#written += size
    }
  }

  #writeSome(bytes: Uint8Array, from: number): number {
    try {
      return writeSync(this.#fd, bytes, from, bytes.byteLength - from, this.#written)
    } catch (error) {
      throw mapFileError(error)
    }
  }

  /** A text that was flushed. */
  read({ at, size }: ByteRange): string {
    const bytes = Buffer.allocUnsafe(size)
    for (let done = 0; done < size;) {
      const read = readSync(this.#fd, bytes, done, size - done, at + done)
      if (read === 0) throw new Error('a scratch file ended early')
      done += read
    }
    return bytes.toString()
  }
}
