import { isEmail } from '../../config/values.ts'
import { cleanPersonName, normalizeEmail } from '../../lib/unicode/names.ts'
import { SignInError } from './sign-in-error.ts'

/** Someone as a provider asserts them. */
export interface ExternalPerson {
  provider: string
  /** The provider's own, stable id of the person: the link key (rule A-4). */
  uid: string
  /** Trimmed and lower-cased; null when the provider names none. */
  email: string | null
  /** True only when the provider says so (rule A-49). */
  emailVerified: boolean
  name: string | null
}

/**
 * The first acceptable address among single values and lists. An address with look-alike or invisible characters is
 * skipped and not cleaned: a cleaned one would be the address of another person (rule A-93).
 */
export function firstEmail(...candidates: unknown[]): string | null {
  for (const candidate of candidates.flat()) {
    if (typeof candidate !== 'string') continue
    const email = normalizeEmail(candidate.toWellFormed())
    if (isEmail(email)) return email
  }
  return null
}

/** Characters of a name that are kept. */
export const LONGEST_NAME = 255
/** Four times what OpenID Connect allows; an index has room for it. */
const LONGEST_ID = 1000

/** Throws `invalid_response` for an id that cannot be stored and found again. */
export function assertStorableId({ uid }: ExternalPerson): void {
  if (uid === '' || uid.length > LONGEST_ID || uid.includes('\0')) throw new SignInError('invalid_response')
}

/** The asserted name, cleaned and cut to what is stored; null if nothing acceptable remains (rules ). */
export function assertedName({ name }: Pick<ExternalPerson, 'name'>): string | null {
  if (name === null) return null
  return cleanPersonName(
    Array.from(name.slice(0, 4 * LONGEST_NAME))
      .slice(0, LONGEST_NAME)
      .join(''),
  )
}

/** The asserted name, else one made of the provider's title. */
export function storableName(person: ExternalPerson, providerTitle: string): string {
  return assertedName(person) ?? `${providerTitle} user`
}
