import { isGuessable } from './common-passwords.ts'

/** Rules for local passwords; a count of 0 switches its rule off (rule A-25). */
export interface PasswordPolicy {
  minLength: number
  maxLength: number
  minUppercase: number
  minLowercase: number
  minNumber: number
  minSpecial: number
  /** Words and passwords in addition to the built-in list, from `createBlocklist`. */
  blocklist: ReadonlySet<string>
}

/**
 * Returns a message for each rule that `password` violates (rule A-25). Lengths are in code points; characters other than
 * A-Z, a-z and 0-9 are special. A password must not consist of words of `context`: name, local part of the email address
 * and name of the service.
 */
export function findPasswordProblems(
  password: string,
  policy: PasswordPolicy,
  context: readonly string[] = [],
): string[] {
  const characters = Array.from(password)
  const countMatching = (pattern: RegExp) => characters.filter((character) => pattern.test(character)).length
  const problems: string[] = []
  const reportIf = (broken: boolean, message: string) => {
    if (broken) problems.push(message)
  }
  reportIf(characters.length < policy.minLength, `Password needs at least ${policy.minLength} characters.`)
  reportIf(characters.length > policy.maxLength, `Password may have at most ${policy.maxLength} characters.`)
  reportIf(
    countMatching(/^[A-Z]$/) < policy.minUppercase,
    `Password needs at least ${policy.minUppercase} of A to Z.`,
  )
  reportIf(
    countMatching(/^[a-z]$/) < policy.minLowercase,
    `Password needs at least ${policy.minLowercase} of a to z.`,
  )
  reportIf(
    countMatching(/^[0-9]$/) < policy.minNumber,
    `Password needs at least ${policy.minNumber} of 0 to 9.`,
  )
  reportIf(
    countMatching(/^[^A-Za-z0-9]$/u) < policy.minSpecial,
    `Password needs at least ${policy.minSpecial} other characters.`,
  )
  // Limit the search: a text far over the maximum is rejected anyway.
  const searched = characters.length > 0 && characters.length <= policy.maxLength
  reportIf(
    searched && isGuessable(password, policy.blocklist, context),
    'Password is too easy to guess: choose less common words.',
  )
  return problems
}
