import type { TriageStatus } from '../../../../src/vocabulary.ts'
import { pendingIndicator } from '../../../app/pending-indicator.ts'

/** The decision in progress, which the row shows before its data is updated. */
export const decision = pendingIndicator<{ id: number; status: TriageStatus; closed: boolean }>()
