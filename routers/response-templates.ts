import { z } from 'zod'
import { ResponseTemplate } from '../entities/response-template.ts'
import { locked, reading, writing } from '../src/access.ts'
import type { RequestContext } from '../src/context.ts'
import type { Em, Reader } from '../src/database.ts'
import { invalid, notFound } from '../src/errors.ts'
import { assertFresh, tag, type GivenGuards } from '../src/guards.ts'
import { guards, pathId } from '../src/shapes.ts'
import { assertTexts } from '../src/text-limits.ts'
import { router } from '../src/trpc.ts'
import { wireTime } from '../src/wire-time.ts'
import {
  NewTemplate,
  TemplateChange,
  TemplateList,
  TemplateOutput,
  viewTemplate,
} from './response-templates.schema.ts'

const tags = ['Response templates']
const PATH = '/projects/{projectId}/triage_response_templates'
/** The body will be posted as a comment (comments 1.9). */
const LIMITS = { name: 'templateName', body: 'comment' } as const

/** The template of the path, write-locked; 404 for one of another project (comments 4.1). */
const writingTemplate = () =>
  writing
    .project('admin')
    .input(z.object({ id: pathId }))
    .use(async ({ ctx, input, next }) => {
      const template = await locked(ctx.em, ResponseTemplate, input.id)
      if (template.projectId !== ctx.project.id) throw notFound()
      return next({ ctx: { template } })
    })

export const responseTemplates = router({
  list: reading
    .project('viewer')
    .meta({
      openapi: { method: 'GET', path: PATH, tags, summary: 'The response templates of a project, by name' },
    })
    .output(TemplateList)
    .query(async ({ ctx }) => {
      const rows = await ctx.db
        .selectFrom('response_templates')
        .select(['id', 'name', 'body', 'created_by_id', 'created_at', 'lock_version'])
        .where('project_id', '=', ctx.standing.projectId)
        .orderBy((eb) => eb.fn('lower', ['name']))
        .orderBy('id')
        .execute()
      return {
        triage_response_templates: rows.map((row) => ({ ...row, created_at: wireTime(row.created_at) })),
      }
    }),

  create: writing
    .project('admin')
    .meta({
      openapi: { method: 'POST', path: PATH, tags, summary: 'Add a response template' },
      status: 201,
      refusal: 'Could not save template',
      limits: ['review_write'],
    })
    .input(NewTemplate)
    .output(TemplateOutput)
    .mutation(async ({ ctx, input: { triage_response_template: given } }) => {
      const { em, db, project, actor, now, services } = ctx
      assertTexts(services.env.limits, given, LIMITS)
      await assertNameFree(db, project.id, given.name, null)
      const template = em.create(ResponseTemplate, {
        ...given,
        projectId: project.id,
        createdById: actor.id,
        createdAt: now,
      })
      return answer(em, ctx.reply, template)
    }),

  update: writingTemplate()
    .meta({
      openapi: { method: 'PATCH', path: `${PATH}/{id}`, tags, summary: 'Change a response template' },
      also: [{ method: 'PUT', path: `${PATH}/{id}` }],
      refusal: 'Could not update template',
      limits: ['review_write'],
    })
    .input(TemplateChange)
    .output(TemplateOutput)
    .mutation(async ({ ctx, input }) => {
      const { em, db, template, services } = ctx
      assertTexts(services.env.limits, input.triage_response_template, LIMITS)
      const { name = template.name, body = template.body } = input.triage_response_template
      await assertSeen(ctx, input)
      await assertNameFree(db, template.projectId, name, template.id)
      if (name !== template.name || body !== template.body) template.rewrite(name, body)
      return answer(em, ctx.reply, template)
    }),

  remove: writingTemplate()
    .meta({
      openapi: { method: 'DELETE', path: `${PATH}/{id}`, tags, summary: 'Delete a response template' },
      status: 204,
      limits: ['review_write'],
    })
    .input(z.object(guards))
    .output(z.void())
    .mutation(async ({ ctx, input }) => {
      await assertSeen(ctx, input)
      await ctx.em.remove(ctx.template).flush()
    }),
})

/** The optional guards of a write on a template (contract, decision 13). */
function assertSeen({ request, template }: TemplateWriting, given: GivenGuards): Promise<void> {
  return assertFresh(request, given, template, () =>
    Promise.resolve({ triage_response_template: viewTemplate(template) }),
  )
}

interface TemplateWriting {
  request: RequestContext['request']
  template: ResponseTemplate
}

async function answer(em: Em, reply: Parameters<typeof tag>[0], template: ResponseTemplate) {
  await em.flush()
  tag(reply, template)
  return { triage_response_template: viewTemplate(template) }
}

/** Names are unique in a project, ignoring case (comments 1.9). The project's lock keeps two from passing (T-63). */
async function assertNameFree(
  db: Reader,
  projectId: number,
  name: string,
  ownId: number | null,
): Promise<void> {
  const other = await db
    .selectFrom('response_templates')
    .select('id')
    .where('project_id', '=', projectId)
    .where((eb) => eb(eb.fn('lower', ['name']), '=', eb.fn('lower', [eb.val(name)])))
    .where('id', '<>', ownId ?? 0)
    .executeTakeFirst()
  if (other) throw invalid('template.name_taken', 'name', 'The name is taken by another template.')
}
