import type { Env } from '../env.ts'
import { storageOf } from './parts.ts'

/** Says something to the person who started the service, outside the log. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** The one line that says where the service listens, where its reference is, and where its data is. */
export function announceReady({ http, database }: Env, port: number): void {
  const url = addressOf(http, port)
  say(`Rulewright is ready at ${url} (API reference: ${url}/docs; data: ${storageOf(database)})`)
}

/** The generated sign-in of a first start, which nothing repeats later. */
export function announceSignIn(signIn: { email: string; password: string } | null): void {
  if (signIn === null) return
  say('The first administrator was created. This password is shown only this once:')
  say(`  email:    ${signIn.email}`)
  say(`  password: ${signIn.password}`)
}

/** The address of the service for a browser on this machine. */
export function addressOf({ host }: Env['http'], port: number): string {
  return `http://${reachable(host)}:${port}`
}

function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
