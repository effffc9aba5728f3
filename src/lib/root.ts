import { fileURLToPath } from 'node:url'

/** The installation folder. This module and the bundle in dist/service are both two levels below it. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
