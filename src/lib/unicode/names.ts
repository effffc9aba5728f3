import {
  hasInvisible,
  imitatesAscii,
  mixesDigits,
  mixesScripts,
  readsAsLatin,
  stacksMarks,
  withoutInvisible,
} from './look-alikes.ts'

/** The stored form of a name: composed (NFC), one blank between words, none at the ends. */
export function normalizeName(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim()
}

/** The stored form of an address: composed (NFC), trimmed, lower-case (rule A-2). */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase().normalize('NFC')
}

const INVISIBLE = 'must not contain invisible characters'
/** Mail programs read these as brackets, comments or lists, so that many texts would be one mailbox (RFC 5322, 3.2.3). */
const SPECIAL = /[<>()[\]\\,;:"]/
const SPECIALS = 'must not contain any of < > ( ) [ ] \\ , ; : "'
const LOOK_ALIKE = 'must not mix letters of several scripts, or letters that look like others'

/** Why a text is not accepted as the name of a project or component; null if it is (rule A-93). */
export function titleProblem(text: string): string | null {
  if (hasInvisible(text) || stacksMarks(text)) return INVISIBLE
  return wordsOf(text).some((word) => mixesScripts(word) || mixesDigits(word) || imitatesAscii(word))
    ? LOOK_ALIKE
    : null
}

/** Why a text is not accepted as the name of a person; null if it is (rule A-93). */
export function personNameProblem(text: string): string | null {
  const problem = titleProblem(text)
  if (problem !== null || !/\p{Script=Latin}/u.test(text)) return problem
  return wordsOf(text).some(readsAsLatin) ? LOOK_ALIKE : null
}

/** Why a text is not accepted as an address; null if it is. The whole address is in one script (UTS 39, 3.3). */
export function emailProblem(email: string): string | null {
  if (hasInvisible(email) || stacksMarks(email)) return INVISIBLE
  if (SPECIAL.test(email)) return SPECIALS
  const foreign = /[^\x21-\x7e\p{L}\p{M}\p{N}]/u.test(email)
  return foreign || mixesScripts(email) || mixesDigits(email) || imitatesAscii(email) ? LOOK_ALIKE : null
}

/** A name from a source that its owner can't change: cleaned; null if a look-alike or nothing remains. */
export function cleanPersonName(text: string): string | null {
  const name = normalizeName(withoutInvisible(text.toWellFormed().replaceAll(/\s+/g, ' ')))
  return name === '' || personNameProblem(name) !== null ? null : name
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u)
}
