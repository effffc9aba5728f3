import { serialize } from 'hono/utils/cookie'
import type { Env } from '../../config/env.ts'

/** The persistent cookie of "remember me" (rule A-31). */
export const REMEMBER_COOKIE = 'remember_user_token'

/** The session cookie's header line (rule A-31). */
export function formatSessionCookie(env: Env, secret: string): string {
  return serialize(env.service.sessionCookie, secret, getCookieAttributes(env))
}

/** The persistent cookie's header line. */
export function formatRememberCookie(env: Env, secret: string): string {
  return serialize(REMEMBER_COOKIE, secret, {
    ...getCookieAttributes(env),
    maxAge: env.session.rememberMeMs / 1000,
  })
}

/** The header lines that delete both cookies. */
export function formatEndedSessionCookies(env: Env): string[] {
  const expired = { ...getCookieAttributes(env), maxAge: 0 }
  return [serialize(env.service.sessionCookie, '', expired), serialize(REMEMBER_COOKIE, '', expired)]
}

function getCookieAttributes(env: Env) {
  const secure = env.http.baseUrl?.startsWith('https:') ?? false
  return { path: '/', httpOnly: true, sameSite: 'Lax' as const, secure }
}
