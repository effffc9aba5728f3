import { passwordProblems } from './passwords/password-policy.ts'
import type { SettingProblem } from './problems.ts'
import type { Env } from './shape.ts'
import type { Variables } from './variables.ts'

/** Replacements for malformed settings whose default could contradict valid settings. */
export const MOST_PERMISSIVE: Readonly<Record<string, string>> = {
  PASSWORD_MIN_LENGTH: '1',
  PASSWORD_MAX_LENGTH: '1024',
  PASSWORD_MIN_UPPERCASE: '0',
  PASSWORD_MIN_LOWERCASE: '0',
  PASSWORD_MIN_NUMBER: '0',
  PASSWORD_MIN_SPECIAL: '0',
}

/** True if a variable is set, even if it is malformed. */
type IsSet = (variable: keyof Variables) => boolean

/** Finds settings that are valid one by one and contradict each other (rules E-22 and A-72). */
export function contradictions(given: Variables, env: Env, isSet: IsSet): SettingProblem[] {
  const problems: SettingProblem[] = []
  const wrong = (variable: keyof Variables, message: string, when: boolean) => {
    if (when) problems.push({ variable, message })
  }
  wrong(
    'DATABASE_REPLICA_URLS',
    'needs DATABASE_URL',
    isSet('DATABASE_REPLICA_URLS') && !isSet('DATABASE_URL'),
  )
  wrong('DATABASE_DIRECT_URL', 'needs DATABASE_URL', isSet('DATABASE_DIRECT_URL') && !isSet('DATABASE_URL'))
  wrong(
    'EMAIL_CONFIRMATION_ENABLED',
    'needs mail: set SMTP_URL or MAIL_DIR',
    given.EMAIL_CONFIRMATION_ENABLED && !isSet('SMTP_URL') && !isSet('MAIL_DIR'),
  )
  wrong(
    'BASE_URL',
    'must not carry a query or fragment',
    given.BASE_URL !== null && /[?#]/.test(given.BASE_URL),
  )
  passwordSettings(given, wrong)
  firstAdministrator(given, env, isSet, wrong)
  providers(given, isSet, wrong)
  return problems
}

type Wrong = (variable: keyof Variables, message: string, when: boolean) => void

function passwordSettings(given: Variables, wrong: Wrong): void {
  const classes =
    given.PASSWORD_MIN_UPPERCASE +
    given.PASSWORD_MIN_LOWERCASE +
    given.PASSWORD_MIN_NUMBER +
    given.PASSWORD_MIN_SPECIAL
  wrong(
    'PASSWORD_MIN_LENGTH',
    'is above PASSWORD_MAX_LENGTH',
    given.PASSWORD_MIN_LENGTH > given.PASSWORD_MAX_LENGTH,
  )
  wrong(
    'PASSWORD_MAX_LENGTH',
    'is below the sum of the PASSWORD_MIN_* classes',
    classes > given.PASSWORD_MAX_LENGTH,
  )
}

function firstAdministrator(given: Variables, env: Env, isSet: IsSet, wrong: Wrong): void {
  const { BOOTSTRAP_ADMIN_EMAIL: email, BOOTSTRAP_ADMIN_PASSWORD: password } = given
  needs('BOOTSTRAP_ADMIN_PASSWORD', 'BOOTSTRAP_ADMIN_EMAIL', isSet, wrong)
  needs('BOOTSTRAP_ADMIN_EMAIL', 'BOOTSTRAP_ADMIN_PASSWORD', isSet, wrong)
  if (password === null) return
  const faults = passwordProblems(password, env.passwordPolicy, [
    email?.split('@')[0] ?? '',
    env.service.name,
  ])
  wrong('BOOTSTRAP_ADMIN_PASSWORD', `breaks the password policy: ${faults.join('; ')}`, faults.length > 0)
}

function providers(given: Variables, isSet: IsSet, wrong: Wrong): void {
  const ldapSet = (['LDAP_URL', 'LDAP_BIND_DN', 'LDAP_BIND_PASSWORD', 'LDAP_BASE_DN'] as const).some(isSet)
  wrong('LDAP_URL', 'is missing: another LDAP setting is given', ldapSet && !isSet('LDAP_URL'))
  wrong('LDAP_BASE_DN', 'is missing: LDAP_URL is set', ldapSet && !isSet('LDAP_BASE_DN'))
  needs('LDAP_BIND_PASSWORD', 'LDAP_BIND_DN', isSet, wrong)
  needs('LDAP_BIND_DN', 'LDAP_BIND_PASSWORD', isSet, wrong)
  wrong(
    'LDAP_START_TLS',
    'has no effect with ldaps://',
    given.LDAP_START_TLS && (given.LDAP_URL ?? '').startsWith('ldaps:'),
  )
  needs('GITHUB_CLIENT_SECRET', 'GITHUB_CLIENT_ID', isSet, wrong)
  needs('GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET', isSet, wrong)
}

/** Reports `missing` if `present` is set without it. */
function needs(missing: keyof Variables, present: keyof Variables, isSet: IsSet, wrong: Wrong): void {
  wrong(missing, `is missing: ${present} is set`, isSet(present) && !isSet(missing))
}
