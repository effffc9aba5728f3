import type { Command } from '@commander-js/extra-typings'
import { read } from 'read'
import { environment } from '../environment.ts'
import { EXIT } from '../exit-codes.ts'
import { Failure, isObject } from '../failure.ts'
import { credentialsFile, readCredentials, writeCredentials } from '../service/credentials.ts'
import {
  parseServiceAddress,
  DEFAULT_ADDRESS,
  sendable,
  sessionAt,
  signedIn,
  type CommonOptions,
} from '../service/session.ts'
import { outputFor } from '../terminal/output.ts'
import { leaf } from './command.ts'

export function addAccount(program: Command): void {
  leaf(
    program,
    'login',
    'Store a personal access token from a prompt or standard input',
    '{url, user}',
  ).action(login)
  leaf(program, 'logout', 'Delete the stored token', '{url, forgotten}').action(logout)
  leaf(program, 'whoami', 'Show the signed-in user and the service', '{url, user}').action(whoami)
}

async function login(options: CommonOptions): Promise<void> {
  const out = outputFor(options)
  const kept = await readCredentials()
  const url = parseServiceAddress(options.url ?? environment.url ?? kept.current ?? DEFAULT_ADDRESS)
  if (isOpen(url)) out.note(`Warning: ${url} is not encrypted; others on the way can read the token.`)
  const token = sendable((await asked(url)).trim())
  const me = await sessionAt(url, token, out).api.sessions.me.query()
  await writeCredentials({ current: url, tokens: { ...kept.tokens, [url]: token } })
  if (environment.token !== undefined) out.note('RULEWRIGHT_TOKEN is set and overrides the stored token.')
  out.document({ url, user: me }, `Signed in at ${url} as ${me.name} (${me.email}).`)
}

async function logout(options: CommonOptions): Promise<void> {
  const out = outputFor(options)
  const kept = await readCredentials()
  const given = options.url ?? environment.url ?? kept.current
  const url = given ? parseServiceAddress(given) : null
  const known = url !== null && kept.tokens[url] !== undefined
  if (known) {
    const tokens = Object.fromEntries(Object.entries(kept.tokens).filter(([address]) => address !== url))
    await writeCredentials({ current: kept.current === url ? null : kept.current, tokens })
  }
  const words = known
    ? `The token of ${url} is forgotten here. It stays valid until it is revoked in the account settings.`
    : `No token is stored in ${credentialsFile()}${url === null ? '' : ` for ${url}`}.`
  out.document({ url, forgotten: known }, words)
}

async function whoami(options: CommonOptions): Promise<void> {
  const { url, api, out } = await signedIn(options)
  const me = await api.sessions.me.query()
  out.document({ url, user: me }, `${me.name} (${me.email}) at ${url}${me.admin ? ', administrator' : ''}`)
}

/** Never an argument: those are seen by every process of the machine. */
async function asked(url: string): Promise<string> {
  const { stdin, stderr } = process
  if (stdin.isTTY) {
    try {
      return await read({ prompt: `Personal access token for ${url}: `, silent: true, output: stderr })
    } catch (error) {
      if (isObject(error) || (error instanceof Error && error.message === 'canceled')) {
        throw new Failure(EXIT.interrupted, 'Interrupted.')
      }
      throw error
    }
  }
  let text = ''
  for await (const chunk of stdin) {
    text += String(chunk)
    if (text.length > 10_000) break
  }
  if (text.trim() === '') throw new Failure(EXIT.usage, 'Give the token on standard input.')
  return text
}

function isOpen(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}
