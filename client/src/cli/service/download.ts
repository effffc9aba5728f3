import { randomBytes } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EXIT } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { bytes, counting, progress } from '../terminal/progress.ts'
import { plainLine } from '../terminal/plain.ts'
import type { Output } from '../terminal/output.ts'

export interface Target {
  /** A file, `-` for stdout; without one the service's own name for it, in the working directory. */
  output?: string | undefined
  /** Whether a file that exists may be replaced. */
  force?: true | undefined
}

/** What was written. */
export interface Written {
  file: string | null
  bytes: number
  content_type: string | null
}

/**
 * Writes the body of an answer to its target while it arrives. A file appears under its name when it is whole; one that
 * exists is not replaced without `force`.
 */
export async function download(answer: Response, target: Target, out: Output): Promise<Written> {
  const type = answer.headers.get('content-type')
  const length = Number(answer.headers.get('content-length') ?? Number.NaN)
  const total = Number.isFinite(length) && !answer.headers.has('content-encoding') ? length : null
  const file = target.output === '-' ? null : (target.output ?? nameOf(answer))
  const shown = progress(file ?? 'stdout', out.json || (file === null && process.stdout.isTTY), bytes)
  let count = 0
  const counter = counting((done) => {
    count = done
    shown.at(done, total)
  })
  const body = answer.body === null ? Readable.from([]) : Readable.fromWeb(answer.body as never)
  try {
    if (file === null) await pipeline(body, counter, process.stdout, { end: false })
    else await toFile(file, target.force === true, (to) => pipeline(body, counter, to))
  } finally {
    shown.end()
  }
  return { file, bytes: count, content_type: type }
}

/** Throws a Failure where the file exists and may not be replaced; asked before anything is sent. */
export function assertFree({ output, force }: Target): void {
  if (output !== undefined && output !== '-' && force !== true && existsSync(output)) throw exists(output)
}

async function toFile(
  file: string,
  force: boolean,
  write: (to: NodeJS.WritableStream) => Promise<void>,
): Promise<void> {
  if (!force && existsSync(file)) throw exists(file)
  const made = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}.part`)
  try {
    await write(createWriteStream(made, { flags: 'wx' }))
    if (!force && existsSync(file)) throw exists(file)
    await rename(made, file)
  } finally {
    await rm(made, { force: true })
  }
}

function exists(file: string): Failure {
  return new Failure(EXIT.file, `${file} exists already. Add --force to replace it, or name another with -o.`)
}

/** The name that the service gives, as a plain name in this folder: no path, no hidden file, nothing to steer with. */
export function nameOf(answer: Response): string {
  const header = answer.headers.get('content-disposition') ?? ''
  const extended = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(header)?.[1]
  const simple = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(header)
  const given = decoded(extended) ?? simple?.[1] ?? simple?.[2] ?? ''
  const safe = plainLine(given)
    .replaceAll(/[/\\:*?"<>|]/g, '_')
    .replace(/^\.+/, '')
    .slice(0, 200)
  return safe === '' ? 'rulewright-export' : safe
}

function decoded(text: string | undefined): string | null {
  try {
    return text === undefined ? null : decodeURIComponent(text)
  } catch {
    return null
  }
}
