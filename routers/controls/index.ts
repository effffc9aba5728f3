import { list } from './collection.ts'
import { requirements } from './requirements.ts'
import { texts } from './texts.ts'

/** NIST SP 800-53 controls and CCIs, and the requirements that implement them. */
export const controls = { list, requirements, texts }
