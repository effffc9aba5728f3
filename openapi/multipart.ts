import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import type { Context } from 'hono'
import { DomainError } from '../src/errors.ts'
import { createBodySource, type BodySource } from '../src/http/body/body-source.ts'
import { readBody, type BodyBounds } from '../src/http/body/read-body.ts'
import { openTempFile, type TempFileWriter } from '../src/lib/temp-files/write-temp-file.ts'
import { JSON_LIMIT } from './body.ts'

/** Maximum fields of a form. */
const FIELDS = 1000
const FILES = 20

interface ReceivedFile {
  filename: string
  tempFile: TempFileWriter
}

/** A received form; its files are on disk until `close`. */
export interface ReceivedForm {
  /** Fields and files in the order of the form. */
  entries: { name: string; value: string | ReceivedFile }[]
  files: ReceivedFile[]
  close: () => Promise<void>
}

/**
 * Reads a multipart body as a stream; an absent one is an empty form. Null if the body is larger than its limit. Throws
 * other errors of the body and of `reserve`, 413 for fields over the JSON limit, and 400 for an invalid form.
 */
export async function receiveForm(
  c: Context,
  bounds: BodyBounds,
  reserve: (bytes: number) => void,
): Promise<ReceivedForm | null> {
  const receiving = new FormReceiver(c.req.header('content-type') ?? '')
  try {
    if (await receiving.read(createBodySource(c), bounds, reserve)) return receiving.form
    await receiving.form.close()
    return null
  } catch (error) {
    await receiving.form.close()
    throw error
  }
}

class FormReceiver {
  readonly form: ReceivedForm
  readonly #parser: BusboyInstance
  readonly #saving: Promise<void>[] = []
  readonly #streams: BusboyFileStream[] = []
  readonly #stopping = new AbortController()
  #fieldBytes = 0
  #fault: Error | null = null

  constructor(contentType: string) {
    const files: ReceivedFile[] = []
    const close = async () => {
      await Promise.allSettled(this.#saving)
      await Promise.all(files.map(({ tempFile }) => tempFile.close()))
    }
    this.form = { entries: [], files, close }
    this.#parser = createParser(contentType)
    this.#parser.on('field', (name, value) => this.#addField(name, value))
    this.#parser.on('file', (name, stream, filename) => {
      this.#streams.push(stream)
      // The parser only reports that a file was truncated; without destroying the stream, a later reader would wait
      // forever.
      stream.on('error', (error) => stream.destroy(error))
      // Browsers send an empty filename if no file was chosen.
      if (!filename) return void stream.resume()
      this.#saving.push(this.#save(name, filename, stream).catch((error: unknown) => this.#stop(error)))
    })
    for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) {
      this.#parser.on(limit, () => this.#stop(createMalformedError('The form has too many parts.')))
    }
  }

  /** Reads the parts; false if the body is larger than its limit. */
  async read(body: BodySource, bounds: BodyBounds, reserve: (bytes: number) => void): Promise<boolean> {
    let size = 0
    let rejection: unknown
    async function* readChunks() {
      try {
        for await (const chunk of readBody(body, bounds, reserve)) {
          size += chunk.byteLength
          yield chunk
        }
      } catch (error) {
        rejection = error
        throw error
      }
    }
    try {
      await pipeline(Readable.from(readChunks(), { objectMode: false }), this.#parser, {
        signal: this.#stopping.signal,
      })
      await Promise.all(this.#saving)
    } catch {
      // The parser does not end open files, and saving them would wait forever.
      for (const stream of this.#streams) stream.destroy()
      if (rejection instanceof DomainError && rejection.kind === 'too_large') return false
      // The error that aborted reading takes precedence over the resulting stream error.
      if (rejection instanceof DomainError || (rejection instanceof Error && !this.#fault)) throw rejection
      if (!this.#fault && size > 0) throw createMalformedError('The multipart body cannot be read.')
    }
    if (this.#fault) throw this.#fault
    return true
  }

  #addField(name: string, value: string): void {
    this.#fieldBytes += name.length + value.length
    if (this.#fieldBytes > JSON_LIMIT) {
      const message = `The fields are larger than the limit of ${JSON_LIMIT} bytes.`
      return this.#stop(new DomainError('too_large', 'payload_too_large', message))
    }
    this.form.entries.push({ name, value })
  }

  async #save(name: string, filename: string, stream: BusboyFileStream): Promise<void> {
    const entry: ReceivedForm['entries'][number] = { name, value: '' }
    this.form.entries.push(entry)
    const file = { filename, tempFile: await openTempFile() }
    this.form.files.push(file)
    entry.value = file
    for await (const chunk of stream) await file.tempFile.write(chunk as Uint8Array)
  }

  #stop(error: unknown): void {
    this.#fault ??= error instanceof Error ? error : new Error('the form was not stored', { cause: error })
    this.#stopping.abort()
  }
}

function createParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: (_field, _type, filename) => filename !== undefined,
      limits: { fieldSize: JSON_LIMIT + 1, fields: FIELDS, files: FILES, fieldNameSize: 1000 },
    })
  } catch {
    throw createMalformedError('The multipart body cannot be read.')
  }
}

const createMalformedError = (message: string) => new DomainError('malformed', 'malformed_request', message)
