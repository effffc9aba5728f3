import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const LOCK = fileURLToPath(new URL('../package-lock.json', import.meta.url))
const MODULE_ID = 'virtual:licenses'

/** Provides the production libraries as `[name, version, license]` for the page about them. */
export const licenses: Plugin = {
  name: 'licenses',
  resolveId: (id) => (id === MODULE_ID ? `\0${MODULE_ID}` : null),
  load: async (id) => {
    if (id !== `\0${MODULE_ID}`) return null
    return `export const LICENSES = ${JSON.stringify(listLibraryLicenses(await readFile(LOCK, 'utf8')))}`
  },
}

interface LockedPackage {
  version?: string
  license?: string
  dev?: boolean
  optional?: boolean
}

/** Lists name, version and license of each production library, sorted by name. */
export function listLibraryLicenses(lock: string): (readonly [string, string, string])[] {
  const { packages } = JSON.parse(lock) as { packages: Record<string, LockedPackage> }
  const rows = Object.entries(packages)
    .filter(([path, { dev, optional }]) => path !== '' && dev !== true && optional !== true)
    .map(([path, { version = '', license = 'Unknown' }]) => {
      return [path.replace(/^.*node_modules\//, ''), version, license] as const
    })
  const unique = new Map(rows.map((row) => [row.join(' '), row]))
  return [...unique.values()].sort(([a], [b]) => a.localeCompare(b))
}
