import {
  CHECK_FIELDS,
  DESCRIPTION_FIELDS,
  DISA_FIELDS,
  RULE_FIELDS,
  sectionsOf,
} from './requirement-fields.ts'

export { OTHER, type Covered } from './requirement-fields.ts'

/** Editable field of a requirement -> the section whose lock covers it (rule C-3). */
export const RULE_SECTIONS = sectionsOf(RULE_FIELDS)

/** Field of a DISA description -> the section whose lock covers it. */
export const DISA_SECTIONS = sectionsOf(DISA_FIELDS)

/** Field of a check -> the section whose lock covers it. */
export const CHECK_SECTIONS = sectionsOf(CHECK_FIELDS)

export const DESCRIPTION_SECTIONS = sectionsOf(DESCRIPTION_FIELDS)
