import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { readInheritedEnvironment } from '../../config/env.ts'
import type { Account } from './account.ts'
import { copyPackage, linkLibraries, findPackageFolder } from './package-programs.ts'
import { runForOutput } from './run-program.ts'

/** The programs of one PostgreSQL installation: a folder with `initdb` and `postgres`. */
export interface Programs {
  folder: string
  /** Major version, such as 18. */
  major: number
}

const OLDEST = 15
/** Folders of distributions outside PATH; `*` is the version. */
const SYSTEM_FOLDERS = ['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin', '/usr/libexec/postgresql*']

/** Returns the path of a program, with `.exe` on Windows. */
export function toProgramPath({ folder }: Programs, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(folder, process.platform === 'win32' ? `${name}.exe` : name)
}

/**
 * Finds programs that the account can run: from the npm package, copied to `copies` if needed, otherwise from the
 * system (version 15 or newer). `major` is required by existing files. Throws a one-line Error that says what to
 * install.
 */
export function findPrograms(account: Account | null, copies: string, major: number | null = null): Programs {
  let newest: Programs | null = null
  for (const programs of listCandidates(account, copies)) {
    if (major === null || programs.major === major) return programs
    newest ??= programs
  }
  if (newest !== null) {
    throw new Error(
      `its files are those of PostgreSQL ${major}, and the service has version ${newest.major}: back it up with the version of the service that made it (npm run backup), then restore it into an empty DATA_DIR (npm run restore)`,
    )
  }
  throw new Error(
    `there is no PostgreSQL for ${process.platform} ${process.arch} to run: install PostgreSQL ${OLDEST} or newer with its contrib modules, or set DATABASE_URL to a server`,
  )
}

function* listCandidates(account: Account | null, copies: string): Generator<Programs> {
  const packaged = findPackagePrograms(account, copies)
  if (packaged) yield packaged
  for (const folder of listSystemFolders()) {
    const programs = findProgramsIn(folder, account)
    if (programs && programs.major >= OLDEST) yield programs
  }
}

/** Finds the programs of the npm package: as installed, with its library links, or from a copy. */
function findPackagePrograms(account: Account | null, copies: string): Programs | null {
  const native = findPackageFolder()
  if (native === null) return null
  const findInstalled = () => findProgramsIn(join(native, 'bin'), account)
  const programs = findInstalled() ?? (linkLibraries(native) ? findInstalled() : null)
  if (programs) return programs
  // A copy helps if the folder is read-only or only root can reach it.
  const copy = copyPackage(native, copies)
  return findProgramsIn(join(copy, 'bin'), account)
}

function findProgramsIn(folder: string, account: Account | null): Programs | null {
  const programs = { folder, major: 0 }
  if (!existsSync(toProgramPath(programs, 'initdb'))) return null
  const version = runForOutput(toProgramPath(programs, 'postgres'), ['-V'], account)
  const major = Number.parseInt(/\) (\d+)/.exec(version ?? '')?.[1] ?? '', 10)
  return Number.isNaN(major) ? null : { folder, major }
}

function listSystemFolders(): string[] {
  const path = readInheritedEnvironment()['PATH'] ?? ''
  return [
    ...path.split(delimiter).filter((folder) => folder !== ''),
    ...SYSTEM_FOLDERS.flatMap(listVersionFolders),
  ]
}

/** Lists the folders that match a pattern with one `*`, newest version first. */
function listVersionFolders(pattern: string): string[] {
  const [start = '', end = ''] = pattern.split('*')
  const parent = start.slice(0, start.lastIndexOf('/'))
  const prefix = start.slice(parent.length + 1)
  if (!existsSync(parent)) return []
  return readdirSync(parent)
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .toSorted((a, b) => Number(b.slice(prefix.length)) - Number(a.slice(prefix.length)))
    .map((name) => join(parent, name) + end)
}
