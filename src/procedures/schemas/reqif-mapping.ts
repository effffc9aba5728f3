import { z } from 'zod'
import { REQIF_FIELDS } from '../../formats/texts/reqif-requirements.ts'
import { requiredText } from './shapes.ts'

function createAttributeName(field: string) {
  return requiredText(255)
    .optional()
    .meta({ description: `Name of the ReqIF attribute for \`${field}\`.` })
}

/** Maps fields to attributes of a ReqIF document; other fields are matched by their usual names. */
export const reqifMapping = z
  .strictObject(
    Object.fromEntries(REQIF_FIELDS.map((field) => [field, createAttributeName(field)])) as Record<
      (typeof REQIF_FIELDS)[number],
      ReturnType<typeof createAttributeName>
    >,
  )
  .optional()
  .meta({
    description:
      'Names of the attributes of a ReqIF document, by the field that each holds (`mapping[check_content]=Verification`).',
  })
