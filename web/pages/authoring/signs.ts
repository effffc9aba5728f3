import { aSign } from '../../app/sign.ts'

/** The requirement that is being opened, which the list shows before the editor does. */
export const opening = aSign<number>()
