import { isKnownSetting } from './secret-settings.ts'
import type { Env } from './shape.ts'

/** A setting that is valid but probably a mistake. */
export interface SettingWarning {
  setting: string
  message: string
}

/** Names in `.env` that other programs read: Node.js, npm, PostgreSQL, the tests, the system. */
const FOREIGN = /^(?:NODE_|NPM_|POSTGRES_|PG|TEST_|SSL_CERT_|TZ$|LANG$|LC_|(?:HTTPS?|NO)_PROXY$)/i

/** Finds names in `.env` that are no settings, and sign-in settings that let no one in. */
export function findSettingWarnings(
  { accounts, oidc, ldap, github }: Pick<Env, 'accounts' | 'oidc' | 'ldap' | 'github'>,
  dotenv: Record<string, string | undefined>,
): SettingWarning[] {
  const unknown = Object.keys(dotenv).filter((name) => !isKnownSetting(name) && !FOREIGN.test(name))
  const warnings = unknown.map((setting) => ({
    setting,
    message: 'is in .env, but there is no such setting',
  }))
  if (!accounts.localLogin && oidc.length === 0 && !ldap && !github) {
    warnings.push({
      setting: 'LOCAL_LOGIN_ENABLED',
      message: 'is false, and there is no other way to sign in',
    })
  }
  return warnings
}
