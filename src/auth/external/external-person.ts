import { isEmail } from '../../config/values.ts'
import { cleanPersonName, normalizeEmail } from '../../lib/unicode/names.ts'
import { SignInError } from './sign-in-error.ts'

/** A person asserted by a provider. */
export interface ExternalPerson {
  provider: string
  /** The provider's stable id of the person: the link key (rule A-4). */
  uid: string
  /** Trimmed and lower-cased; null if the provider sends none. */
  email: string | null
  /** True only if the provider asserts it (rule A-49). */
  emailVerified: boolean
  name: string | null
}

/**
 * Finds the first valid address among values and lists. Addresses with look-alike or invisible characters are skipped,
 * not cleaned, because cleaning could yield another person's address (rule A-93).
 */
export function findFirstEmail(...candidates: unknown[]): string | null {
  for (const candidate of candidates.flat()) {
    if (typeof candidate !== 'string') continue
    const email = normalizeEmail(candidate.toWellFormed())
    if (isEmail(email)) return email
  }
  return null
}

/** Maximum characters of a stored name. */
export const MAX_NAME_LENGTH = 255
/** Maximum length of an id: four times OpenID Connect's limit, and short enough for an index. */
const MAX_ID_LENGTH = 1000

/** Throws `invalid_response` for an id that cannot be stored. */
export function assertStorableId({ uid }: ExternalPerson): void {
  // The database would store all lone surrogates as one character, so two people could have one id.
  if (uid === '' || uid.length > MAX_ID_LENGTH || uid.includes('\0') || !uid.isWellFormed()) {
    throw new SignInError('invalid_response')
  }
}

/** The asserted name, cleaned and truncated; null if nothing valid remains (rules ). */
export function findAssertedName({ name }: Pick<ExternalPerson, 'name'>): string | null {
  if (name === null) return null
  return cleanPersonName(
    Array.from(name.slice(0, 4 * MAX_NAME_LENGTH))
      .slice(0, MAX_NAME_LENGTH)
      .join(''),
  )
}

/** The asserted name, or a default from the provider's title. */
export function toStorableName(person: ExternalPerson, providerTitle: string): string {
  return findAssertedName(person) ?? `${providerTitle} user`
}
