import type { z } from 'zod'
import { providersOf } from '../../../src/auth/external/provider-titles.ts'
import type { Env } from '../../../src/config/env.ts'
import type { Settings } from './settings.schema.ts'

/** The public settings; `required`: whether the caller's browser must acknowledge the terms. */
export function publicSettings(env: Env, required: boolean): z.infer<typeof Settings> {
  const { banner, consent, passwordPolicy: policy, lockout } = env
  const providers = providersOf(env)
  const first = (kind: string) => {
    const provider = providers.find((known) => known.kind === kind)
    return provider ? { enabled: true, title: provider.title } : { enabled: false }
  }
  return {
    banner: {
      enabled: banner.enabled,
      text: banner.text,
      background_color: banner.backgroundColor,
      text_color: banner.textColor,
    },
    consent: {
      enabled: consent.enabled,
      required,
      version: consent.version,
      title: consent.title,
      content: consent.content,
      ttl: Math.round(consent.ttlMs / 1000),
    },
    local_login: { enabled: env.accounts.localLogin },
    user_registration: { enabled: env.accounts.registration && env.accounts.localLogin },
    ldap: first('ldap'),
    oidc: first('oidc'),
    smtp: { enabled: env.mail.on },
    password: {
      min_length: policy.minLength,
      min_uppercase: policy.minUppercase,
      min_lowercase: policy.minLowercase,
      min_number: policy.minNumber,
      min_special: policy.minSpecial,
    },
    lockout: {
      enabled: lockout.enabled,
      maximum_attempts: lockout.maxAttempts,
      last_attempt_warning: lockout.lastAttemptWarning,
    },
    providers: providers.map((provider) => ({ ...provider, start_path: `/users/auth/${provider.name}` })),
    terms: env.terms,
    text_limits: { title: env.limits.ruleTitle, long_text: env.limits.longText },
    welcome_text: env.service.welcomeText,
    contact_email: env.service.contactEmail,
  }
}
