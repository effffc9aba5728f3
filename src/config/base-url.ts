import type { Env } from './env.ts'
import { WEB_ROOT } from './web-root.ts'

/** The public address, without a trailing slash: `BASE_URL`, else the listening address (rule A-77). */
export function getBaseUrl(env: Env): string {
  if (env.http.baseUrl !== null) return env.http.baseUrl
  const host = ['0.0.0.0', '::'].includes(env.http.host) ? 'localhost' : env.http.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${env.http.port}`
}

/** An absolute link to the page of a REST path, with the parameters of its operation (rule A-77). */
export function linkTo(env: Env, path: string, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams(parameters).toString()
  return `${getBaseUrl(env)}${WEB_ROOT}${path}${query === '' ? '' : `?${query}`}`
}
