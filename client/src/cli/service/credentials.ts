import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { environment } from '../environment.ts'
import { EXIT } from '../exit-codes.ts'
import { Failure, isObject } from '../failure.ts'

/** Stored tokens by the address of their service, and the default address. */
export interface Credentials {
  current: string | null
  tokens: Record<string, string>
}

/** Path of the token file: `rulewright/credentials.json` in `XDG_CONFIG_HOME` or `~/.config`. */
export function findCredentialsFile(): string {
  return join(environment.configFolder, 'rulewright', 'credentials.json')
}

/** Reads the token file; empty if it does not exist. Throws a Failure if other users can read it or it is damaged. */
export async function readCredentials(file: string = findCredentialsFile()): Promise<Credentials> {
  const stats = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (stats === null) return { current: null, tokens: {} }
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0) {
    throw new Failure(
      EXIT.notAllowed,
      `Other users can read ${file}, which contains your tokens. Restrict it to yourself: chmod 600 '${file}'`,
    )
  }
  return parseCredentials(await readFile(file, 'utf8'), file)
}

/** Replaces the token file atomically, with mode 0600 from the start. */
export async function writeCredentials(
  credentials: Credentials,
  file: string = findCredentialsFile(),
): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${randomBytes(6).toString('hex')}`
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(`${JSON.stringify(credentials, null, 2)}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await chmod(temporary, 0o600)
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

function parseCredentials(text: string, file: string): Credentials {
  const createDamagedError = () =>
    new Failure(EXIT.file, `${file} is damaged. Delete it and sign in again: rulewright login`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw createDamagedError()
  }
  if (!isObject(value) || !isObject(value['tokens'])) throw createDamagedError()
  const tokens: Record<string, string> = {}
  for (const [address, token] of Object.entries(value['tokens'])) {
    if (typeof token === 'string') tokens[address] = token
  }
  return { current: typeof value['current'] === 'string' ? value['current'] : null, tokens }
}
