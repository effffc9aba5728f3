import type { z } from 'zod'
import { providersOf } from '../src/auth/provider-titles.ts'
import type { Actor } from '../src/context.ts'
import type { Reader } from '../src/database.ts'
import type { Env } from '../src/env.ts'
import { accessRequests } from './projects.read.ts'
import type { Navigation, Settings } from './system.schema.ts'

const LOCKED_SHOWN = 100

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
    welcome_text: env.service.welcomeText,
    contact_email: env.service.contactEmail,
  }
}

const LINKS = [
  { icon: 'folder', name: 'Projects', link: '/projects' },
  { icon: 'package', name: 'Released Components', link: '/components' },
  { icon: 'shield', name: 'STIGs', link: '/stigs' },
  { icon: 'list', name: 'SRGs', link: '/srgs' },
  { icon: 'book', name: 'Documentation', link: '/docs' },
]

/** The menu and what waits: access requests for project admins, locked accounts for system administrators. */
export async function navigationOf(db: Reader, env: Env, actor: Actor): Promise<z.infer<typeof Navigation>> {
  const mine = await db
    .selectFrom('memberships')
    .select('project_id')
    .where('user_id', '=', actor.id)
    .where('role', '=', 'admin')
    .where('project_id', 'is not', null)
    .execute()
  const projects = mine.flatMap(({ project_id }) => project_id ?? [])
  const asked = actor.admin || projects.length > 0
  return {
    nav_links: LINKS,
    access_requests: asked ? await accessRequests(db, actor.admin ? 'all' : projects) : [],
    locked_users: actor.admin && env.lockout.enabled ? await lockedUsers(db) : [],
  }
}

function lockedUsers(db: Reader) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('locked_at', 'is not', null)
    .orderBy('name')
    .orderBy('id')
    .limit(LOCKED_SHOWN)
    .execute()
}
