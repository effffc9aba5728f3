import { z } from 'zod'
import type { ResponseTemplate } from '../../entities/response-template.ts'
import { nameText } from '../../src/procedures/schemas/name-shapes.ts'
import { guards, instant, requiredText } from '../../src/procedures/schemas/shapes.ts'
import { toWireTime } from '../../src/procedures/schemas/times.ts'
import { COMMENT_LIMIT } from '../reviews/commenting.schema.ts'

const NAME_LIMIT = 200

/** A response template of a project (rule R-13). */
export const TemplateView = z
  .object({
    id: z.int(),
    name: z.string(),
    body: z.string(),
    created_by_id: z.int().nullable(),
    created_at: instant,
    lock_version: z.int(),
  })
  .meta({ id: 'ResponseTemplate' })
export type TemplateView = z.infer<typeof TemplateView>

const name = nameText(NAME_LIMIT)
const body = requiredText(COMMENT_LIMIT)

export const NewTemplate = z.object({ triage_response_template: z.object({ name, body }) })
export const TemplateChange = z.object({
  triage_response_template: z.object({ name: name.optional(), body: body.optional() }),
  ...guards,
})
export const TemplateOutput = z
  .object({ triage_response_template: TemplateView })
  .meta({ id: 'ResponseTemplateAnswer' })
export const TemplateList = z
  .object({ triage_response_templates: z.array(TemplateView) })
  .meta({ id: 'ResponseTemplateList' })

/** Converts a response template to its view. */
export function toTemplateView(template: ResponseTemplate): TemplateView {
  return {
    id: template.id,
    name: template.name,
    body: template.body,
    created_by_id: template.createdById ?? null,
    created_at: toWireTime(template.createdAt),
    lock_version: template.lockVersion,
  }
}
