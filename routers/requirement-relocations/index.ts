import { accept } from './accept.ts'
import { list } from './collection.ts'
import { decline } from './decline.ts'
import { destinations } from './destinations.ts'
import { dryRun } from './dry-run.ts'
import { remove } from './record.ts'

/** Relocations of authored requirements between SRG components (rule C-63). */
export const relocations = { accept, decline, destinations, dryRun, list, remove }
