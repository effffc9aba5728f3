import { hash, verify } from '@node-rs/argon2'
import { createRandomToken } from '../../lib/secrets.ts'
import { hashing } from './hashing.ts'

/** OWASP ASVS 5.0 appendix: Argon2id (the library's default variant), 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const CURRENT = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/

let dummy: Promise<string> | undefined

/** Hashes a password to a PHC string (rule A-26). */
export function hashPassword(password: string): Promise<string> {
  return hashing.run(() => hash(canonicalize(password), COST))
}

/**
 * Whether the password matches the hash. A null hash (no account or no local password) is false and takes the same time
 * (rule A-22).
 * @throws if the stored text is not a PHC string
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword(createRandomToken())
  const decoy = await dummy
  const matches = await hashing.run(() => verify(stored ?? decoy, canonicalize(password)))
  return stored !== null && matches
}

/** Whether the hash uses other parameters than today's: rehash at the next sign-in. */
export function needsRehash(stored: string): boolean {
  return !CURRENT.test(stored)
}

/** Normalizes equivalent Unicode texts (NIST SP 800-63B-4, 3.1.1.2). */
function canonicalize(password: string): string {
  return password.normalize('NFKC')
}
