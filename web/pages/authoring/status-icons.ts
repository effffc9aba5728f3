import { pendingIndicator } from '../../app/pending-indicator.ts'

/** The requirement that is being opened, which the list shows before the editor does. */
export const opening = pendingIndicator<number>()
