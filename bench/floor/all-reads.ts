import type { Reads } from './reads.ts'
import { PROJECTS } from './reads/projects.ts'

/** All reads of the floor that have no handler of their own. */
export const READS: Reads = { ...PROJECTS }
