import {
  hasInvisible,
  imitatesAscii,
  mixesDigits,
  mixesScripts,
  readsAsLatin,
  stacksMarks,
  removeInvisible,
} from './look-alikes.ts'

/** Returns the stored form of a name: NFC, trimmed, with single spaces. */
export function normalizeName(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim()
}

/** Returns the stored form of an email address: NFC, trimmed, lower-case (rule A-2). */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase().normalize('NFC')
}

const INVISIBLE = 'must not contain invisible characters'
/** Characters with syntax in mail headers, which would give one mailbox many spellings (RFC 5322, 3.2.3). */
const SPECIAL = /[<>()[\]\\,;:"]/
const SPECIALS = 'must not contain any of < > ( ) [ ] \\ , ; : "'
const LOOK_ALIKE = 'must not mix letters of several scripts, or letters that look like others'

/** Returns why a text is not a valid name of something other than a person; null if it is valid (rule A-93). */
export function findTitleProblem(text: string): string | null {
  if (hasInvisible(text) || stacksMarks(text)) return INVISIBLE
  return splitWords(text).some((word) => mixesScripts(word) || mixesDigits(word) || imitatesAscii(word))
    ? LOOK_ALIKE
    : null
}

/** Returns why a text is not a valid name of a person; null if it is valid (rule A-93). */
export function findPersonNameProblem(text: string): string | null {
  const problem = findTitleProblem(text)
  if (problem !== null || !/\p{Script=Latin}/u.test(text)) return problem
  return splitWords(text).some(readsAsLatin) ? LOOK_ALIKE : null
}

/** Returns why an email address is invalid; null if it is valid. It must use a single script (UTS 39, 3.3). */
export function findEmailProblem(email: string): string | null {
  if (hasInvisible(email) || stacksMarks(email)) return INVISIBLE
  if (SPECIAL.test(email)) return SPECIALS
  const foreign = /[^\x21-\x7e\p{L}\p{M}\p{N}]/u.test(email)
  return foreign || mixesScripts(email) || mixesDigits(email) || imitatesAscii(email) ? LOOK_ALIKE : null
}

/** Cleans a name from a source that its owner can't change; null if it is empty or a look-alike. */
export function cleanPersonName(text: string): string | null {
  const name = normalizeName(removeInvisible(text.toWellFormed().replaceAll(/\s+/g, ' ')))
  return name === '' || findPersonNameProblem(name) !== null ? null : name
}

function splitWords(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u)
}
