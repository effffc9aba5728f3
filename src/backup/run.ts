import { parseArgs } from 'node:util'
import { serversOf } from '../database/server/address.ts'
import { writable } from '../database/server/servers.ts'
import { isBehindPooler } from '../database/server/session.ts'
import { readEnv, type Env } from '../env.ts'
import { loadDotenv } from '../env/dotenv.ts'
import { reasonOf } from '../server/reason.ts'
import { storageOf } from '../server/parts.ts'
import { backUpEmbedded, restoreEmbedded } from './embedded.ts'
import { kindOf } from './file.ts'
import { backUpServer, lookInto, restoreServer, type Found } from './server.ts'

const WRONG_USAGE = 2
const USAGE = {
  backup: 'npm run backup -- FILE',
  restore: 'npm run restore -- FILE [--replace]',
}

/** `npm run backup` and `npm run restore`: one line says what was done, or why not. */
export async function run(what: 'backup' | 'restore', given: readonly string[]): Promise<void> {
  const asked = argumentsOf(what, given)
  if (!asked) {
    process.stderr.write(`Usage: ${USAGE[what]}\n`)
    process.exitCode = WRONG_USAGE
    return
  }
  try {
    loadDotenv()
    const { database } = readEnv()
    if (database.inMemory) throw new Error('DATA_DIR: nothing is kept of a database in memory')
    await (what === 'backup' ? backUp(database, asked.file) : restore(database, asked))
    const done =
      what === 'backup'
        ? `is in ${asked.file}`
        : `is that of ${asked.file}; the next start brings it up to date`
    process.stdout.write(`${storageOf(database)} ${done}.\n`)
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`)
    process.exitCode = 1
  }
}

interface Asked {
  file: string
  replace: boolean
}

function argumentsOf(what: 'backup' | 'restore', given: readonly string[]): Asked | null {
  try {
    const { positionals, values } = parseArgs({
      args: [...given],
      allowPositionals: true,
      options: what === 'restore' ? { replace: { type: 'boolean' } } : {},
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) return null
    return { file, replace: 'replace' in values && values.replace === true }
  } catch {
    return null
  }
}

async function backUp(database: Env['database'], file: string): Promise<void> {
  const server = await serverOf(database)
  await (server === null
    ? backUpEmbedded(database.dataDir, file)
    : backUpServer(server.url, server.found, file))
}

async function restore(database: Env['database'], { file, replace }: Asked): Promise<void> {
  const kind = kindOf(file)
  if ((kind === 'embedded') !== (database.url === null)) {
    const other =
      kind === 'embedded' ? 'an embedded database: unset DATABASE_URL' : 'a PostgreSQL: set DATABASE_URL'
    throw new Error(`${file} is a backup of ${other}`)
  }
  const server = await serverOf(database)
  await (server === null
    ? restoreEmbedded(database.dataDir, file, replace)
    : restoreServer(server.url, server.found, file, replace))
}

/** The server itself: what `pg_dump` sets in a session would stay there, for whomever a pooler lends it to next. */
async function serverOf(database: Env['database']): Promise<{ url: string; found: Found } | null> {
  const { url, directUrl, pooler } = database
  const given = directUrl ?? url
  if (given === null) return null
  const setting = directUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  try {
    const server = await writable(serversOf(given) ?? [given])
    const asked = directUrl === null && pooler === 'auto'
    const pooled = asked ? await isBehindPooler(server) : directUrl === null && pooler === 'transaction'
    if (!pooled) return { url: server, found: await lookInto(server) }
  } catch (cause) {
    const place = storageOf({ ...database, url: given })
    throw new Error(`${setting}: ${place} cannot be opened: ${reasonOf(cause)}`, { cause })
  }
  throw new Error('DATABASE_URL leads to a pooler: set DATABASE_DIRECT_URL to the server itself')
}
