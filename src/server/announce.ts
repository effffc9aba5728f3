import { SettingsError, type Env } from '../env.ts'

/** Says something to the person who started the service, outside the log. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Says why the start failed: settings as their list, anything else in one line without a stack. */
export function complain(error: unknown): void {
  const text = error instanceof SettingsError ? error.message : `Rulewright did not start: ${reasonOf(error)}`
  process.stderr.write(`${text}\n`)
}

/** The one line that says where the service listens. */
export function announceReady({ http }: Env, port: number): void {
  say(`Rulewright is ready at http://${reachable(http.host)}:${port}`)
}

/** The generated sign-in of a first start, which nothing repeats later. */
export function announceSignIn(signIn: { email: string; password: string } | null): void {
  if (signIn === null) return
  say('The first administrator was created. This password is shown only this once:')
  say(`  email:    ${signIn.email}`)
  say(`  password: ${signIn.password}`)
}

/** An address that a browser on this machine can open. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Why a start failed, in the words of the error; several addresses may have refused at once. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return [...new Set(error.errors.map(reasonOf))].join('; ')
  if (error instanceof Error) return error.message || error.name
  return String(error)
}
