import { hash, randomFillSync } from 'node:crypto'
import { generateRandomString, type RandomReader } from '@oslojs/crypto/random'
import { constantTimeEqual } from '@oslojs/crypto/subtle'
import { encodeBase64urlNoPadding } from '@oslojs/encoding'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

const systemRandom: RandomReader = { read: (bytes) => void randomFillSync(bytes) }

/** Returns a random token in base64url, 256 bits by default, for sessions, mailed links, states and nonces. */
export function createRandomToken(bytes = 32): string {
  const value = new Uint8Array(bytes)
  systemRandom.read(value)
  return encodeBase64urlNoPadding(value)
}

/** Returns a new personal access token: `<service>_` and 36 Base58 characters, about 211 bits (rule A-40). */
export function createPersonalAccessToken(service: string): string {
  return `${service}_${generateRandomString(systemRandom, BASE58, 36)}`
}

/** Returns the part of a token that may be shown: `<service>_` and 4 characters (rule A-40). */
export function toShownPrefix(rawToken: string, service: string): string {
  return rawToken.slice(0, service.length + 5)
}

/** Returns the SHA-256 digest of a UTF-8 text as bytes. */
export function digestBytes(text: string): Uint8Array {
  return hash('sha256', text, 'buffer')
}

/** Returns the SHA-256 digest of a UTF-8 text as 64 lower-case hexadecimal digits, the stored form of tokens. */
export function digestHex(text: string): string {
  return hash('sha256', text, 'hex')
}

/** Compares two secrets in constant time, which reveals neither their difference nor their length. */
export function isSameSecret(a: string, b: string): boolean {
  return constantTimeEqual(digestBytes(a), digestBytes(b))
}
