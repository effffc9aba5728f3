import { createHash } from 'node:crypto'

/** The UUID namespace of this service. */
const NAMESPACE = '5b1f3b0e-6a3f-4a57-9a53-0a6d6f2d7c11'

/** Creates a UUID from these values only (RFC 9562, version 5), so that exports are comparable. */
export function createStableUuid(...words: (string | number)[]): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(NAMESPACE.replaceAll('-', ''), 'hex'))
    .update(words.join('\u0000'))
    .digest()
    .subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
