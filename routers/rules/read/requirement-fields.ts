import { z } from 'zod'
import { RULE_STATUSES } from '../../../src/vocabulary.ts'

/** The fields that lists of requirements from several components share. */
export const requirementFields = {
  rule_id: z.int(),
  rule_displayed_name: z.string(),
  title: z.string().nullable(),
  status: z.enum(RULE_STATUSES),
  component_id: z.int(),
  component_name: z.string(),
}
