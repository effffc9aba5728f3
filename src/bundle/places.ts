import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What is started by its name, by npm scripts or as a thread: the modules that a bundle begins with. */
export const ENTRIES = {
  server: 'src/server/main.ts',
  demo: 'src/demo/main.ts',
  admin: 'src/admin/main.ts',
  computing: 'src/computing/worker.ts',
  engine: 'src/database/embedded/engine-thread.ts',
} as const

export type EntryName = keyof typeof ENTRIES

/** Where the bundles of an installation are, each in a folder named after its content, beside the record of the last. */
export const bundlesIn = (root: string): string => join(root, 'dist/service')

/** The file of an entry within a bundle's folder. */
export const fileOf = (entry: EntryName): string => `${entry}.js`
