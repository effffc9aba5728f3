import type { TriageStatus } from '../../../../src/vocabulary.ts'
import { createPendingIndicator } from '../../../app/pending-indicator.ts'

/** The decision in progress, which the row shows before its data is updated. */
export const pendingDecision = createPendingIndicator<{ id: number; status: TriageStatus; closed: boolean }>()
