import type { Env } from '../env.ts'

/** The public address, without a trailing slash: `BASE_URL`, else the listening address (accounts 6.8, trap 56). */
export function baseUrlOf(env: Env): string {
  if (env.http.baseUrl !== null) return env.http.baseUrl
  const host = ['0.0.0.0', '::'].includes(env.http.host) ? 'localhost' : env.http.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${env.http.port}`
}

/** An absolute link to a REST path with its parameters (contract, decision 23). */
export function linkTo(env: Env, path: string, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams(parameters).toString()
  return `${baseUrlOf(env)}${path}${query === '' ? '' : `?${query}`}`
}
