import type { Outputs } from '../../api/client.ts'
import { t } from '../../languages/t.ts'

type Policy = Outputs['system']['settings']['password']

/** One rule of the password policy, and whether a text meets it. */
export interface PasswordRule {
  label: string
  isMet: boolean
}

/** Returns the active password rules, each with whether the text meets it; the service decides. */
export function checkPasswordRules(policy: Policy, text: string): PasswordRule[] {
  const characters = Array.from(text)
  const count = (pattern: RegExp) => characters.filter((item) => pattern.test(item)).length
  const rules = [
    [policy.min_length, characters.length, t('Characters')],
    [policy.min_uppercase, count(/[A-Z]/), t('Uppercase letters')],
    [policy.min_lowercase, count(/[a-z]/), t('Lowercase letters')],
    [policy.min_number, count(/[0-9]/), t('Digits')],
    [policy.min_special, count(/[^A-Za-z0-9]/), t('Other characters')],
  ] as const
  return rules
    .filter(([minimum]) => minimum > 0)
    .map(([minimum, actual, kind]) => ({
      label: t('{kind}: at least {minimum}', { kind, minimum }),
      isMet: actual >= minimum,
    }))
}
