import { randomInt } from 'node:crypto'
import { findPasswordProblems, type PasswordPolicy } from '../../config/passwords/password-policy.ts'

const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const LOWER = 'abcdefghijkmnopqrstuvwxyz'
const DIGITS = '23456789'
const SIGNS = '-_.:+=@%'
const LENGTH = 28

/** Generates a random password that satisfies the policy, with characters in random order (rule A-29). */
export function generatePassword(policy: PasswordPolicy): string {
  const characters = [
    ...Array.from({ length: policy.minUppercase }, () => pick(UPPER)),
    ...Array.from({ length: policy.minLowercase }, () => pick(LOWER)),
    ...Array.from({ length: policy.minNumber }, () => pick(DIGITS)),
    ...Array.from({ length: policy.minSpecial }, () => pick(SIGNS)),
  ]
  const length = Math.min(policy.maxLength, Math.max(LENGTH, policy.minLength, characters.length))
  while (characters.length < length) characters.push(pick(UPPER + LOWER + DIGITS))
  const password = shuffle(characters).join('')
  return findPasswordProblems(password, policy).length === 0 ? password : generatePassword(policy)
}

function pick(alphabet: string): string {
  return alphabet.charAt(randomInt(alphabet.length))
}

function shuffle(characters: string[]): string[] {
  const result = [...characters]
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1)
    const [a = '', b = ''] = [result[last], result[other]]
    result[last] = b
    result[other] = a
  }
  return result
}
