import { z } from 'zod'
import { REQIF_FIELDS } from '../../formats/texts/reqif-requirements.ts'
import { requiredText } from './shapes.ts'

/** Maps fields to attributes of a ReqIF document; other fields are matched by their usual names. */
export const reqifMapping = z
  .strictObject(
    Object.fromEntries(REQIF_FIELDS.map((field) => [field, requiredText(255).optional()])) as Record<
      (typeof REQIF_FIELDS)[number],
      z.ZodOptional<ReturnType<typeof requiredText>>
    >,
  )
  .optional()
  .meta({
    description:
      'Names of the attributes of a ReqIF document, by the field that each holds (`mapping[check_content]=Verification`).',
  })
