import type { Command } from '@commander-js/extra-typings'
import { read } from 'read'
import { environment } from '../environment.ts'
import { EXIT } from '../exit-codes.ts'
import { Failure, isObject } from '../failure.ts'
import { findCredentialsFile, readCredentials, writeCredentials } from '../service/credentials.ts'
import {
  parseServiceAddress,
  DEFAULT_ADDRESS,
  assertSendableToken,
  createSession,
  openSession,
  type CommonOptions,
} from '../service/session.ts'
import { createOutput } from '../terminal/output.ts'
import { addCommand } from './command.ts'

export function addAccount(program: Command): void {
  addCommand(
    program,
    'login',
    'Store a personal access token from a prompt or standard input',
    '{url, user}',
  ).action(login)
  addCommand(program, 'logout', 'Delete the stored token', '{url, forgotten}').action(logout)
  addCommand(program, 'whoami', 'Show the signed-in user and the service', '{url, user}').action(printAccount)
}

async function login(options: CommonOptions): Promise<void> {
  const out = createOutput(options)
  const stored = await readCredentials()
  const url = parseServiceAddress(options.url ?? environment.url ?? stored.current ?? DEFAULT_ADDRESS)
  if (isOpen(url)) out.note(`Warning: ${url} is not encrypted; others on the way can read the token.`)
  const token = assertSendableToken((await readToken(url)).trim())
  const me = await createSession(url, token, out).api.sessions.me.query()
  await writeCredentials({ current: url, tokens: { ...stored.tokens, [url]: token } })
  if (environment.token !== undefined) out.note('RULEWRIGHT_TOKEN is set and overrides the stored token.')
  out.document({ url, user: me }, `Signed in at ${url} as ${me.name} (${me.email}).`)
}

async function logout(options: CommonOptions): Promise<void> {
  const out = createOutput(options)
  const stored = await readCredentials()
  const address = options.url ?? environment.url ?? stored.current
  const url = address ? parseServiceAddress(address) : null
  const known = url !== null && stored.tokens[url] !== undefined
  if (known) {
    const tokens = Object.fromEntries(Object.entries(stored.tokens).filter(([address]) => address !== url))
    await writeCredentials({ current: stored.current === url ? null : stored.current, tokens })
  }
  const message = known
    ? `The token of ${url} is forgotten here. It stays valid until it is revoked in the account settings.`
    : `No token is stored in ${findCredentialsFile()}${url === null ? '' : ` for ${url}`}.`
  out.document({ url, forgotten: known }, message)
}

async function printAccount(options: CommonOptions): Promise<void> {
  const { url, api, out } = await openSession(options)
  const me = await api.sessions.me.query()
  out.document({ url, user: me }, `${me.name} (${me.email}) at ${url}${me.admin ? ', administrator' : ''}`)
}

/** Reads a token from stdin; arguments would be visible to every process of the machine. */
async function readToken(url: string): Promise<string> {
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
