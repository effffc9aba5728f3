import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { environment } from '../environment.ts'
import { EXIT } from '../exit-codes.ts'
import { Failure, isObject } from '../failure.ts'

/** Where someone signed in: a token by the address of its service, and the address that is used without another. */
export interface Credentials {
  current: string | null
  tokens: Record<string, string>
}

/** The file of the tokens: `rulewright/credentials.json` under `XDG_CONFIG_HOME`, else under `~/.config`. */
export function credentialsFile(): string {
  return join(environment.configFolder, 'rulewright', 'credentials.json')
}

/** Reads the file; none is no one signed in. Throws a Failure where others may read it or it is damaged. */
export async function readCredentials(file: string = credentialsFile()): Promise<Credentials> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (found === null) return { current: null, tokens: {} }
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) {
    throw new Failure(
      EXIT.notAllowed,
      `Others may read ${file}, which holds your tokens. Make it yours alone: chmod 600 '${file}'`,
    )
  }
  return parsed(await readFile(file, 'utf8'), file)
}

/** Writes the file again, with mode 0600 from its first byte on; a reader sees the old one or the new one. */
export async function writeCredentials(given: Credentials, file: string = credentialsFile()): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const made = `${file}.${randomBytes(6).toString('hex')}`
  try {
    const handle = await open(made, 'wx', 0o600)
    try {
      await handle.writeFile(`${JSON.stringify(given, null, 2)}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await chmod(made, 0o600)
    await rename(made, file)
  } catch (error) {
    await rm(made, { force: true })
    throw error
  }
}

function parsed(text: string, file: string): Credentials {
  const damaged = () =>
    new Failure(EXIT.file, `${file} is damaged. Delete it and sign in again: rulewright login`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw damaged()
  }
  if (!isObject(value) || !isObject(value['tokens'])) throw damaged()
  const tokens: Record<string, string> = {}
  for (const [address, token] of Object.entries(value['tokens'])) {
    if (typeof token === 'string') tokens[address] = token
  }
  return { current: typeof value['current'] === 'string' ? value['current'] : null, tokens }
}
