import type { TriageStatus } from '../../../../src/vocabulary.ts'
import { pendingIndicator } from '../../../app/pending-indicator.ts'

/** The decision that has just been made on a comment, which its row shows before the row itself has it. */
export const decision = pendingIndicator<{ id: number; status: TriageStatus; closed: boolean }>()
