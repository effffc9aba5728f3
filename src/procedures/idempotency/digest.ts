import { createHash, hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { stringify } from 'safe-stable-stringify'
import { DomainError } from '../../errors.ts'
import { blocksOf, StoredFile } from '../../lib/temp-files/byte-range.ts'

/** How deep the values of a request may nest, as over REST. */
const DEPTH_LIMIT = 64

type FileContent = Uint8Array | StoredFile

const isFile = (value: unknown): value is FileContent =>
  value instanceof Uint8Array || value instanceof StoredFile

/** A digest of the values of a request that does not depend on the order of their members; 400 for too deep ones. */
export async function digestOf(input: unknown): Promise<string> {
  const files = new Map<FileContent, string>()
  for (const file of filesIn(input)) files.set(file, await digestOfFile(file))
  const named = (_: string, value: unknown) => (isFile(value) ? { bytes: files.get(value) } : value)
  return hash('sha256', stringify(input, files.size > 0 ? named : null) ?? '')
}

function filesIn(value: unknown, depth = 0): FileContent[] {
  if (depth > DEPTH_LIMIT) {
    throw new DomainError('malformed', 'malformed_request', 'The values nest too deep.')
  }
  if (isFile(value)) return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((inner) => filesIn(inner, depth + 1))
}

async function digestOfFile(file: FileContent): Promise<string> {
  const digest = createHash('sha256')
  for await (const portion of blocksOf(file)) {
    digest.update(portion)
    await setImmediate()
  }
  return digest.digest('hex')
}
