import { strFromU8, unzipSync } from 'fflate'
import { digestHex } from '../../src/lib/secrets.ts'
import { PASSWORD } from '../../test/support/accounts.ts'

/** A text that must not occur in an answer or a log line. */
export type Secret = string

/** Values that are secret for all callers. */
export const ALWAYS_SECRET: readonly Secret[] = [PASSWORD, '$argon2']

/** The secret in a credential header, without the name of the cookie or scheme. */
export function toSecret(header: string): Secret {
  return header.split(/[= ]/).at(-1) ?? header
}

/** The secrets that occur in a text, in plain text or as stored digest. */
export function findSecrets(text: string, secrets: Iterable<Secret>): Secret[] {
  return [...secrets].filter((secret) => text.includes(secret) || text.includes(toDigest(secret)))
}

const digests = new Map<Secret, string>()

function toDigest(secret: Secret): string {
  const digest = digests.get(secret) ?? digestHex(secret)
  digests.set(secret, digest)
  return digest
}

/** The complete text of an answer, including files in archives. */
export function extractText(bytes: Uint8Array): string {
  const text = strFromU8(bytes)
  if (!text.startsWith('PK')) return text
  return Object.entries(unzipSync(bytes))
    .map(([name, content]) => name + extractText(content))
    .join('\n')
}
