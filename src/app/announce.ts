import type { Env } from '../config/env.ts'
import { describeStorage } from './open-services.ts'

/** Prints a line to standard output, outside the log. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/**
 * Prints the readiness line: the address, the API reference, the data, and where browsers can sign in. `folder` is that
 * of the embedded database.
 */
export function announceReady({ http, database }: Env, port: number, folder: string | null = null): void {
  const url = formatAddress(http, port)
  const storage = describeStorage(database, folder)
  const facts = [`API reference: ${url}/docs`, `data: ${storage}`, ...describePublicAddress(http, url)]
  print(`Rulewright is ready at ${url} (${facts.join('; ')})`)
}

/** Describes where browsers can sign in: other addresses are rejected (rule A-37), as behind a proxy or in a container. */
function describePublicAddress({ baseUrl, host }: Env['http'], url: string): string[] {
  if (baseUrl !== null) return [`BASE_URL: ${baseUrl}`]
  return LOOPBACK.includes(host) ? [] : [`BASE_URL: not set, so browsers can sign in at ${url} only`]
}

const LOOPBACK = ['127.0.0.1', 'localhost', '::1']

/** Prints the generated sign-in of the first start, which is shown only once. */
export function announceSignIn(signIn: { email: string; password: string } | null): void {
  if (signIn === null) return
  print('The first administrator was created. This password is shown only this once:')
  print(`  email:    ${signIn.email}`)
  print(`  password: ${signIn.password}`)
}

/** Returns the URL of the service for a browser on this machine. */
export function formatAddress({ host }: Env['http'], port: number): string {
  return `http://${toReachableHost(host)}:${port}`
}

function toReachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
