import { createPendingIndicator } from '../../app/pending-indicator.ts'

/** The requirement that is opening, which the list highlights before the editor is shown. */
export const opening = createPendingIndicator<number>()
