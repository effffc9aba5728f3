/** Numbers the objects of a PDF file and records their offsets. */
export class PdfObjects {
  #size = 0
  readonly #offsets: number[] = [0]

  /** Reserves a number for an object that is written later. */
  reserve(): number {
    return this.#offsets.push(-1) - 1
  }

  writeHeader(): Buffer {
    return this.#append(Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1'))
  }

  /** Serializes an object under a reserved or new number. */
  writeObject(body: string, id = this.reserve()): Buffer {
    this.#offsets[id] = this.#size
    return this.#append(Buffer.from(`${id} 0 obj\n${body}\nendobj\n`, 'latin1'))
  }

  /** Serializes a stream of compressed bytes. */
  stream(dictionary: string, bytes: Uint8Array, id = this.reserve()): Buffer {
    this.#offsets[id] = this.#size
    const start = `${id} 0 obj\n<<${dictionary} /Filter /FlateDecode /Length ${bytes.length}>>\nstream\n`
    return this.#append(
      Buffer.concat([Buffer.from(start, 'latin1'), bytes, Buffer.from('\nendstream\nendobj\n', 'latin1')]),
    )
  }

  /** Writes the cross-reference table and the trailer. */
  *writeTrailer(entries: string): Generator<Buffer> {
    const start = this.#size
    yield Buffer.from(`xref\n0 ${this.#offsets.length}\n0000000000 65535 f \n`, 'latin1')
    for (let offset = 1; offset < this.#offsets.length; offset += SECTION) {
      const lines = this.#offsets.slice(offset, offset + SECTION).map(formatReferenceLine)
      yield Buffer.from(lines.join(''), 'latin1')
    }
    yield Buffer.from(
      `trailer\n<</Size ${this.#offsets.length} ${entries}>>\nstartxref\n${start}\n%%EOF\n`,
      'latin1',
    )
  }

  #append(bytes: Buffer): Buffer {
    this.#size += bytes.length
    return bytes
  }
}

/** Lines of the table that are written together. */
const SECTION = 2000

function formatReferenceLine(offset: number): string {
  return offset < 0 ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`
}

export const formatReference = (id: number): string => `${id} 0 R`
