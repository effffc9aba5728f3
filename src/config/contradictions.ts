import { findPasswordProblems } from './passwords/password-policy.ts'
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
type SettingPredicate = (variable: keyof Variables) => boolean

/** Finds settings that are valid one by one and contradict each other (rules E-22 and A-72). */
export function findContradictions(settings: Variables, env: Env, isSet: SettingPredicate): SettingProblem[] {
  const problems: SettingProblem[] = []
  const reportIf = (variable: keyof Variables, message: string, isContradiction: boolean) => {
    if (isContradiction) problems.push({ variable, message })
  }
  reportIf(
    'DATABASE_REPLICA_URLS',
    'needs DATABASE_URL',
    isSet('DATABASE_REPLICA_URLS') && !isSet('DATABASE_URL'),
  )
  reportIf(
    'DATABASE_DIRECT_URL',
    'needs DATABASE_URL',
    isSet('DATABASE_DIRECT_URL') && !isSet('DATABASE_URL'),
  )
  reportIf(
    'EMAIL_CONFIRMATION_ENABLED',
    'needs mail: set SMTP_URL or MAIL_DIR',
    settings.EMAIL_CONFIRMATION_ENABLED && !isSet('SMTP_URL') && !isSet('MAIL_DIR'),
  )
  reportIf(
    'BASE_URL',
    'must not have a query or fragment',
    settings.BASE_URL !== null && /[?#]/.test(settings.BASE_URL),
  )
  checkPasswordSettings(settings, reportIf)
  checkFirstAdministrator(settings, env, isSet, reportIf)
  checkProviders(settings, isSet, reportIf)
  return problems
}

type ProblemReporter = (variable: keyof Variables, message: string, isContradiction: boolean) => void

function checkPasswordSettings(settings: Variables, reportIf: ProblemReporter): void {
  const classes =
    settings.PASSWORD_MIN_UPPERCASE +
    settings.PASSWORD_MIN_LOWERCASE +
    settings.PASSWORD_MIN_NUMBER +
    settings.PASSWORD_MIN_SPECIAL
  reportIf(
    'PASSWORD_MIN_LENGTH',
    'is above PASSWORD_MAX_LENGTH',
    settings.PASSWORD_MIN_LENGTH > settings.PASSWORD_MAX_LENGTH,
  )
  reportIf(
    'PASSWORD_MAX_LENGTH',
    'is below the sum of the PASSWORD_MIN_* classes',
    classes > settings.PASSWORD_MAX_LENGTH,
  )
}

function checkFirstAdministrator(
  settings: Variables,
  env: Env,
  isSet: SettingPredicate,
  reportIf: ProblemReporter,
): void {
  const { BOOTSTRAP_ADMIN_EMAIL: email, BOOTSTRAP_ADMIN_PASSWORD: password } = settings
  reportMissing('BOOTSTRAP_ADMIN_PASSWORD', 'BOOTSTRAP_ADMIN_EMAIL', isSet, reportIf)
  reportMissing('BOOTSTRAP_ADMIN_EMAIL', 'BOOTSTRAP_ADMIN_PASSWORD', isSet, reportIf)
  if (password === null) return
  const faults = findPasswordProblems(password, env.passwordPolicy, [
    email?.split('@')[0] ?? '',
    env.service.name,
  ])
  reportIf('BOOTSTRAP_ADMIN_PASSWORD', `breaks the password policy: ${faults.join('; ')}`, faults.length > 0)
}

function checkProviders(settings: Variables, isSet: SettingPredicate, reportIf: ProblemReporter): void {
  const ldapSet = (['LDAP_URL', 'LDAP_BIND_DN', 'LDAP_BIND_PASSWORD', 'LDAP_BASE_DN'] as const).some(isSet)
  reportIf('LDAP_URL', 'is missing: another LDAP setting is given', ldapSet && !isSet('LDAP_URL'))
  reportIf('LDAP_BASE_DN', 'is missing: LDAP_URL is set', ldapSet && !isSet('LDAP_BASE_DN'))
  reportMissing('LDAP_BIND_PASSWORD', 'LDAP_BIND_DN', isSet, reportIf)
  reportMissing('LDAP_BIND_DN', 'LDAP_BIND_PASSWORD', isSet, reportIf)
  reportIf(
    'LDAP_START_TLS',
    'has no effect with ldaps://',
    settings.LDAP_START_TLS && (settings.LDAP_URL ?? '').startsWith('ldaps:'),
  )
  reportMissing('GITHUB_CLIENT_SECRET', 'GITHUB_CLIENT_ID', isSet, reportIf)
  reportMissing('GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET', isSet, reportIf)
}

/** Reports `missing` if `present` is set without it. */
function reportMissing(
  missing: keyof Variables,
  present: keyof Variables,
  isSet: SettingPredicate,
  reportIf: ProblemReporter,
): void {
  reportIf(missing, `is missing: ${present} is set`, isSet(present) && !isSet(missing))
}
