import { ExternalRefusal } from './refusal.ts'

/** Somebody as a provider asserts them. */
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

/** The first address that looks like one, among single values and lists; directories return lists with blanks. */
export function firstEmail(...candidates: unknown[]): string | null {
  for (const candidate of candidates.flat()) {
    if (typeof candidate !== 'string') continue
    const email = candidate.trim().toLowerCase()
    if (email.length <= 255 && /^[^\s@\0]+@[^\s@\0]+$/.test(email)) return email
  }
  return null
}

/** Characters of a name that are kept. */
export const LONGEST_NAME = 255
/** Four times what OpenID Connect allows; an index has room for it. */
const LONGEST_ID = 1000

/** Throws `invalid_response` for an id that cannot be stored and found again. */
export function assertStorableId({ uid }: ExternalPerson): void {
  if (uid === '' || uid.length > LONGEST_ID || uid.includes('\0'))
    throw new ExternalRefusal('invalid_response')
}

/** A name that can be stored: the asserted one, else one made of the provider's title. */
export function storableName(person: ExternalPerson, providerTitle: string): string {
  const name = (person.name ?? '').replaceAll('\0', '').trim()
  return (name === '' ? `${providerTitle} user` : name).slice(0, LONGEST_NAME)
}
