import type { z } from 'zod'
import { listProviders } from '../../../src/auth/external/providers.ts'
import type { Env } from '../../../src/config/env.ts'
import type { Settings } from './settings.schema.ts'

type PublicSettings = z.infer<typeof Settings>

/** Returns the public settings; `required`: whether the browser must acknowledge the terms. */
export function toPublicSettings(env: Env, required: boolean): PublicSettings {
  const providers = listProviders(env)
  const first = (kind: string) => {
    const provider = providers.find((known) => known.kind === kind)
    return provider ? { enabled: true, title: provider.title } : { enabled: false }
  }
  return {
    banner: toBannerSettings(env),
    consent: toConsentSettings(env, required),
    local_login: { enabled: env.accounts.localLogin },
    user_registration: { enabled: env.accounts.registration && env.accounts.localLogin },
    ldap: first('ldap'),
    oidc: first('oidc'),
    smtp: { enabled: env.mail.on },
    password: toPasswordSettings(env),
    lockout: toLockoutSettings(env),
    providers: providers.map((provider) => ({ ...provider, start_path: `/users/auth/${provider.name}` })),
    terms: env.terms,
    text_limits: { title: env.limits.ruleTitle, long_text: env.limits.longText },
    welcome_text: env.service.welcomeText,
    contact_email: env.service.contactEmail,
  }
}

function toBannerSettings({ banner }: Env): PublicSettings['banner'] {
  return {
    enabled: banner.enabled,
    text: banner.text,
    background_color: banner.backgroundColor,
    text_color: banner.textColor,
  }
}

function toConsentSettings({ consent }: Env, required: boolean): PublicSettings['consent'] {
  return {
    enabled: consent.enabled,
    required,
    version: consent.version,
    title: consent.title,
    content: consent.content,
    ttl: Math.round(consent.ttlMs / 1000),
  }
}

function toPasswordSettings({ passwordPolicy: policy }: Env): PublicSettings['password'] {
  return {
    min_length: policy.minLength,
    min_uppercase: policy.minUppercase,
    min_lowercase: policy.minLowercase,
    min_number: policy.minNumber,
    min_special: policy.minSpecial,
  }
}

function toLockoutSettings({ lockout }: Env): PublicSettings['lockout'] {
  return {
    enabled: lockout.enabled,
    maximum_attempts: lockout.maxAttempts,
    last_attempt_warning: lockout.lastAttemptWarning,
  }
}
