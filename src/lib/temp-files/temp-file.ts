import { readSync, writeSync } from 'node:fs'
import { mapFileError } from './disk-space.ts'

const BUFFERED = 256 * 1024

/** The position of a text in a temp file, in bytes. */
export interface ByteRange {
  offset: number
  size: number
}

/** A file to which a thread appends texts and from which it reads them, to save memory. */
export class TempFile {
  readonly #fd: number
  /** One buffer for all texts: many small buffers would be freed late. */
  #waiting: Buffer | null = null
  #waitingSize = 0
  #written = 0

  constructor(fd: number) {
    this.#fd = fd
  }

  append(text: string): ByteRange {
    const maxBytes = text.length * 3
    if (maxBytes > BUFFERED - this.#waitingSize) this.flush()
    const offset = this.#written + this.#waitingSize
    if (maxBytes > BUFFERED) {
      this.write(Buffer.from(text))
      return { offset, size: this.#written - offset }
    }
    const size = (this.#waiting ??= Buffer.allocUnsafe(BUFFERED)).write(text, this.#waitingSize)
    this.#waitingSize += size
    return { offset, size }
  }

  flush(): void {
    if (this.#waiting) this.write(this.#waiting.subarray(0, this.#waitingSize))
    this.#waitingSize = 0
  }

  /** Appends bytes to the flushed ones. Throws 503 if the disk is full. */
  write(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.byteLength;) {
      const size = this.#writeSome(bytes, done)
      done += size
      this.#written += size
    }
  }

  #writeSome(bytes: Uint8Array, offset: number): number {
    try {
      return writeSync(this.#fd, bytes, offset, bytes.byteLength - offset, this.#written)
    } catch (error) {
      throw mapFileError(error)
    }
  }

  /** Reads a flushed text. */
  read({ offset, size }: ByteRange): string {
    const bytes = Buffer.allocUnsafe(size)
    for (let done = 0; done < size;) {
      const read = readSync(this.#fd, bytes, done, size - done, offset + done)
      if (read === 0) throw new Error('a temp file ended early')
      done += read
    }
    return bytes.toString()
  }
}
