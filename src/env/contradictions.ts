import { passwordProblems } from '../auth/passwords/policy.ts'
import type { SettingProblem } from './problems.ts'
import type { Env } from './shape.ts'
import type { Variables } from './variables.ts'

/** Settings that are fine each by itself and not together (rules E-22 and A-72). */
export function contradictions(given: Variables, env: Env): SettingProblem[] {
  const problems: SettingProblem[] = []
  const wrong = (variable: keyof Variables, message: string, when: boolean) => {
    if (when) problems.push({ variable, message })
  }
  wrong('WORKERS', 'more than 1 needs DATABASE_URL', given.WORKERS > 1 && given.DATABASE_URL === null)
  wrong(
    'DATABASE_REPLICA_URLS',
    'needs DATABASE_URL',
    given.DATABASE_REPLICA_URLS.length > 0 && given.DATABASE_URL === null,
  )
  wrong(
    'DATABASE_DIRECT_URL',
    'needs DATABASE_URL',
    given.DATABASE_DIRECT_URL !== null && given.DATABASE_URL === null,
  )
  wrong(
    'EMAIL_CONFIRMATION_ENABLED',
    'needs mail: set SMTP_URL or MAIL_DIR',
    given.EMAIL_CONFIRMATION_ENABLED && !env.mail.on,
  )
  wrong(
    'BASE_URL',
    'must not carry a query or fragment',
    given.BASE_URL !== null && /[?#]/.test(given.BASE_URL),
  )
  passwordSettings(given, env, wrong)
  providers(given, wrong)
  return problems
}

type Wrong = (variable: keyof Variables, message: string, when: boolean) => void

function passwordSettings(given: Variables, env: Env, wrong: Wrong): void {
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
  const { BOOTSTRAP_ADMIN_EMAIL: email, BOOTSTRAP_ADMIN_PASSWORD: password } = given
  wrong(
    'BOOTSTRAP_ADMIN_PASSWORD',
    'is missing: BOOTSTRAP_ADMIN_EMAIL is set',
    email !== null && password === null,
  )
  wrong(
    'BOOTSTRAP_ADMIN_EMAIL',
    'is missing: BOOTSTRAP_ADMIN_PASSWORD is set',
    email === null && password !== null,
  )
  if (password === null) return
  const faults = passwordProblems(password, env.passwordPolicy, [
    email?.split('@')[0] ?? '',
    env.service.name,
  ])
  wrong('BOOTSTRAP_ADMIN_PASSWORD', `breaks the password policy: ${faults.join('; ')}`, faults.length > 0)
}

function providers(given: Variables, wrong: Wrong): void {
  const ldapSet = [given.LDAP_URL, given.LDAP_BIND_DN, given.LDAP_BIND_PASSWORD, given.LDAP_BASE_DN].some(
    (value) => value !== null,
  )
  wrong('LDAP_URL', 'is missing: another LDAP setting is given', ldapSet && given.LDAP_URL === null)
  wrong('LDAP_BASE_DN', 'is missing: LDAP_URL is set', ldapSet && given.LDAP_BASE_DN === null)
  wrong(
    'LDAP_BIND_PASSWORD',
    'is missing: LDAP_BIND_DN is set',
    given.LDAP_BIND_DN !== null && given.LDAP_BIND_PASSWORD === null,
  )
  wrong(
    'LDAP_BIND_DN',
    'is missing: LDAP_BIND_PASSWORD is set',
    given.LDAP_BIND_DN === null && given.LDAP_BIND_PASSWORD !== null,
  )
  wrong(
    'LDAP_START_TLS',
    'has no use with ldaps://',
    given.LDAP_START_TLS && (given.LDAP_URL ?? '').startsWith('ldaps:'),
  )
  const { GITHUB_CLIENT_ID: id, GITHUB_CLIENT_SECRET: secret } = given
  wrong('GITHUB_CLIENT_SECRET', 'is missing: GITHUB_CLIENT_ID is set', id !== null && secret === null)
  wrong('GITHUB_CLIENT_ID', 'is missing: GITHUB_CLIENT_SECRET is set', id === null && secret !== null)
}
