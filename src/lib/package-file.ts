import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Reads a file of an installed package, such as `@fontsource/dejavu-sans/LICENSE`. */
export function readPackageFile(path: string): Buffer {
  return readFileSync(createRequire(import.meta.url).resolve(path))
}
