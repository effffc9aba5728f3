import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

const DOTENV = '.env'

/**
 * Loads the settings of `.env` in the working directory, if it exists. Variables of the environment take precedence.
 * Throws a one-line Error if the file can't be read.
 */
export function loadDotenv(): void {
  if (!existsSync(DOTENV)) return
  try {
    // Node's own loader does not report why it failed.
    readFileSync(DOTENV)
    process.loadEnvFile(DOTENV)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new Error(`.env cannot be read: ${WHY[code] ?? (code || String(error))}`, { cause: error })
  }
}

/** Returns the settings of `.env` in the working directory; none if it does not exist or can't be read. */
export function readDotenvSettings(): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(DOTENV, 'utf8'))
  } catch {
    return {}
  }
}

const WHY: Record<string, string> = {
  EACCES: 'this user may not read it',
  EISDIR: 'it is a directory',
}
