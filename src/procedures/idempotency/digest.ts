import { createHash, hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { stringify } from 'safe-stable-stringify'
import { DomainError } from '../../errors.ts'
import { readBlocks, StoredFile } from '../../lib/temp-files/byte-range.ts'

/** Maximum nesting depth of a request's input, the same as over REST. */
const DEPTH_LIMIT = 64

type FileContent = Uint8Array | StoredFile

const isFile = (value: unknown): value is FileContent =>
  value instanceof Uint8Array || value instanceof StoredFile

/**
 * Computes a digest of a request's input that does not depend on the order of members. Throws 400 if it nests too deep.
 */
export async function computeDigest(input: unknown): Promise<string> {
  const files = new Map<FileContent, string>()
  for (const file of listFiles(input)) files.set(file, await computeFileDigest(file))
  const replacer = (_: string, value: unknown) => (isFile(value) ? { bytes: files.get(value) } : value)
  return hash('sha256', stringify(input, files.size > 0 ? replacer : null) ?? '')
}

function listFiles(value: unknown, depth = 0): FileContent[] {
  if (depth > DEPTH_LIMIT) {
    throw new DomainError('malformed', 'malformed_request', 'The values nest too deep.')
  }
  if (isFile(value)) return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((inner) => listFiles(inner, depth + 1))
}

async function computeFileDigest(file: FileContent): Promise<string> {
  const digest = createHash('sha256')
  for await (const block of readBlocks(file)) {
    digest.update(block)
    await setImmediate()
  }
  return digest.digest('hex')
}
