import { z } from 'zod'
import type { ResponseTemplate } from '../../entities/response-template.ts'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { reading, writing } from '../../src/procedures/access/builders.ts'
import { assertFresh, setETag, type GuardInput } from '../../src/procedures/schemas/guards.ts'
import { guards } from '../../src/procedures/schemas/shapes.ts'
import { toWireTime } from '../../src/procedures/schemas/times.ts'
import type { RequestContext } from '../../src/request-context.ts'
import { assertTemplateTexts, createTemplate, rewriteTemplate } from '../../workflows/comments/templates.ts'
import {
  NewTemplate,
  TemplateChange,
  TemplateList,
  TemplateOutput,
  toTemplateView,
} from './triage-response-templates.schema.ts'

const tags = ['Response templates']
export const list = reading
  .project('viewer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/projects/{projectId}/triage_response_templates',
      tags,
      summary: 'The response templates of a project, by name',
    },
  })
  .output(TemplateList)
  .query(async ({ ctx }) => {
    const rows = await ctx.db
      .selectFrom('response_templates')
      .select(['id', 'name', 'body', 'created_by_id', 'created_at', 'lock_version'])
      .where('project_id', '=', ctx.effectiveAccess.projectId)
      .orderBy((eb) => eb.fn('lower', ['name']))
      .orderBy('id')
      .execute()
    return {
      triage_response_templates: rows.map((row) => ({ ...row, created_at: toWireTime(row.created_at) })),
    }
  })

export const create = writing
  .project('admin')
  .meta({
    openapi: {
      method: 'POST',
      path: '/projects/{projectId}/triage_response_templates',
      tags,
      summary: 'Add a response template',
    },
    status: 201,
    refusal: 'Could not save template',
    limits: ['review_write'],
  })
  .input(NewTemplate)
  .output(TemplateOutput)
  .mutation(async ({ ctx, input: { triage_response_template: values } }) => {
    const work = toUnitOfWork(ctx)
    assertTemplateTexts(work, values)
    return replyWithTemplate(ctx.reply, await createTemplate(work, ctx.effectiveAccess.projectId, values))
  })

export const update = writing
  .template('admin')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/projects/{projectId}/triage_response_templates/{id}',
      tags,
      summary: 'Change a response template',
    },
    also: [{ method: 'PUT', path: '/projects/{projectId}/triage_response_templates/{id}' }],
    refusal: 'Could not update template',
    limits: ['review_write'],
  })
  .input(TemplateChange)
  .output(TemplateOutput)
  .mutation(async ({ ctx, input: { triage_response_template: values, ...expected } }) => {
    const work = toUnitOfWork(ctx)
    assertTemplateTexts(work, values)
    await assertSeen(ctx, expected)
    await rewriteTemplate(work, ctx.template, values)
    return replyWithTemplate(ctx.reply, ctx.template)
  })

export const remove = writing
  .template('admin')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/projects/{projectId}/triage_response_templates/{id}',
      tags,
      summary: 'Delete a response template',
    },
    status: 204,
    limits: ['review_write'],
  })
  .input(z.object(guards))
  .output(z.void())
  .mutation(async ({ ctx, input }) => {
    await assertSeen(ctx, input)
    await ctx.em.remove(ctx.template).flush()
  })

interface TemplateContext {
  request: RequestContext['request']
  template: ResponseTemplate
}

/** Checks the optional guards of a write on a template (rule E-14). */
function assertSeen({ request, template }: TemplateContext, guard: GuardInput): Promise<void> {
  return assertFresh(request, guard, template, () =>
    Promise.resolve({ triage_response_template: toTemplateView(template) }),
  )
}

function replyWithTemplate(reply: RequestContext['reply'], template: ResponseTemplate) {
  setETag(reply, template)
  return { triage_response_template: toTemplateView(template) }
}
