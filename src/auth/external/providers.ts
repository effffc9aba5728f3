import type { Env } from '../../config/env.ts'

/** A way to sign in other than the local password. */
export interface Provider {
  name: string
  title: string
  kind: 'oidc' | 'ldap' | 'github'
}

/** Lists the configured providers in a stable order. */
export function listProviders(env: Env): Provider[] {
  return [
    ...env.oidc.map(({ key, title }) => ({ name: key, title, kind: 'oidc' as const })),
    ...(env.ldap ? [{ name: 'ldap', title: env.ldap.title, kind: 'ldap' as const }] : []),
    ...(env.github ? [{ name: 'github', title: 'GitHub', kind: 'github' as const }] : []),
  ]
}

/** The displayed title of a provider; its name if it is no longer configured. */
export function findProviderTitle(env: Env, name: string): string {
  return listProviders(env).find((provider) => provider.name === name)?.title ?? name
}
