import {
  CHECK_FIELDS,
  DESCRIPTION_FIELDS,
  DISA_FIELDS,
  RULE_FIELDS,
  mapSections,
} from './requirement-fields.ts'

export { OTHER, type SectionOrOther } from './requirement-fields.ts'

/** Maps editable requirement fields to the section whose lock covers them (rule C-3). */
export const RULE_SECTIONS = mapSections(RULE_FIELDS)

/** Maps DISA description fields to the section whose lock covers them. */
export const DISA_SECTIONS = mapSections(DISA_FIELDS)

/** Maps check fields to the section whose lock covers them. */
export const CHECK_SECTIONS = mapSections(CHECK_FIELDS)

export const DESCRIPTION_SECTIONS = mapSections(DESCRIPTION_FIELDS)
