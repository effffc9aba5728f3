import { hash, verify } from '@node-rs/argon2'
import { randomToken } from '../../lib/secrets.ts'
import { hashing } from './hashing.ts'

/** OWASP ASVS 5.0 appendix: Argon2id (the library's default variant), 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const CURRENT = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/

let dummy: Promise<string> | undefined

/** The PHC string to store for a password (rule A-26). */
export function hashPassword(password: string): Promise<string> {
  return hashing.run(() => hash(canonical(password), COST))
}

/**
 * True when the password belongs to the hash. A null hash (no such account, no local password) is always false
 * and takes the same time (rule A-22).
 * @throws when the stored text is no PHC string
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword(randomToken())
  const decoy = await dummy
  const matches = await hashing.run(() => verify(stored ?? decoy, canonical(password)))
  return stored !== null && matches
}

/** True when the stored hash is of another kind or cost than today's: hash again at the next sign-in. */
export function needsRehash(stored: string): boolean {
  return !CURRENT.test(stored)
}

/** One form for texts that look the same, whichever keyboard wrote them (NIST SP 800-63B-4, 3.1.1.2). */
function canonical(password: string): string {
  return password.normalize('NFKC')
}
