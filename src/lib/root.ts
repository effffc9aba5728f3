import { fileURLToPath } from 'node:url'

/** The folder of the installation. This module and the bundle in dist/service are both two folders below it. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
