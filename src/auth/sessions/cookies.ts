import { serialize } from 'hono/utils/cookie'
import type { Env } from '../../config/env.ts'

/** The persistent cookie of "remember me" (rule A-31). */
export const REMEMBER_COOKIE = 'remember_user_token'

/** The session cookie's header line (rule A-31). */
export function sessionCookie(env: Env, secret: string): string {
  return serialize(env.service.sessionCookie, secret, attributes(env))
}

/** The persistent cookie's header line. */
export function rememberCookie(env: Env, secret: string): string {
  return serialize(REMEMBER_COOKIE, secret, { ...attributes(env), maxAge: env.session.rememberMeMs / 1000 })
}

/** The header lines that delete both cookies. */
export function endedSessionCookies(env: Env): string[] {
  const expired = { ...attributes(env), maxAge: 0 }
  return [serialize(env.service.sessionCookie, '', expired), serialize(REMEMBER_COOKIE, '', expired)]
}

function attributes(env: Env) {
  const secure = env.http.baseUrl?.startsWith('https:') ?? false
  return { path: '/', httpOnly: true, sameSite: 'Lax' as const, secure }
}
