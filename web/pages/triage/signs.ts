import type { TriageStatus } from '../../../src/vocabulary.ts'
import { aSign } from '../../app/sign.ts'

/** The decision that has just been made on a comment, which its row shows before the row itself has it. */
export const decision = aSign<{ id: number; status: TriageStatus; closed: boolean }>()
