import { hash, randomFillSync } from 'node:crypto'
import { generateRandomString, type RandomReader } from '@oslojs/crypto/random'
import { constantTimeEqual } from '@oslojs/crypto/subtle'
import { encodeBase64urlNoPadding } from '@oslojs/encoding'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

const systemRandom: RandomReader = { read: (bytes) => void randomFillSync(bytes) }

/** A random token as base64url text, 256 bits unless told: sessions, mailed links, states, nonces. */
export function randomToken(bytes = 32): string {
  const value = new Uint8Array(bytes)
  systemRandom.read(value)
  return encodeBase64urlNoPadding(value)
}

/** The raw form of a personal access token: `<service>_` and 36 Base58 characters, about 211 bits (rule A-40). */
export function personalAccessToken(service: string): string {
  return `${service}_${generateRandomString(systemRandom, BASE58, 36)}`
}

/** The part of a raw token that may be shown: `<service>_` and 4 characters (rule A-40). */
export function shownPrefix(rawToken: string, service: string): string {
  return rawToken.slice(0, service.length + 5)
}

/** SHA-256 of a text in UTF-8, as bytes. */
export function digestBytes(text: string): Uint8Array {
  return hash('sha256', text, 'buffer')
}

/** SHA-256 of a text in UTF-8, as 64 lower-case hexadecimal figures: what is stored of a token. */
export function digestHex(text: string): string {
  return hash('sha256', text, 'hex')
}

/** Compares two secrets in a time that tells neither where they differ nor how long they are. */
export function sameSecret(a: string, b: string): boolean {
  return constantTimeEqual(digestBytes(a), digestBytes(b))
}
