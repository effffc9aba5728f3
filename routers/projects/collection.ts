import { z } from 'zod'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { WEB_ROOT } from '../../src/config/web-root.ts'
import { toMetadata } from '../../src/outbox/channel.ts'
import { reading } from '../../src/procedures/access/builders.ts'
import { startingProject } from '../../src/procedures/access/builders/projects.ts'
import { OnlyOptionalPage } from '../../src/procedures/lists/optional-paging.ts'
import { setETag } from '../../src/procedures/schemas/guards.ts'
import { createToast } from '../../src/procedures/schemas/shapes.ts'
import { assertTexts, PROJECT } from '../../src/procedures/schemas/text-limits.ts'
import { createProject } from '../../workflows/projects/projects.ts'
import { CreateProjectInput, CreateProjectOutput, ProjectFilter, ProjectPage } from './collection.schema.ts'
import { ProjectRow } from './read/project-list.schema.ts'
import { listProjectRows, readProjectPage } from './read/project-list.ts'
import { readProjectSummary } from './read/projects.ts'

const tags = ['Projects']

export const list = reading.signedIn
  .meta({ openapi: { method: 'GET', path: '/projects', tags, summary: 'Projects that you can see' } })
  .input(OnlyOptionalPage)
  .output(z.array(ProjectRow))
  .query(({ ctx: { db, actor }, input }) => listProjectRows(db, actor, input))

export const create = startingProject
  .meta({
    openapi: { method: 'POST', path: '/projects', tags, summary: 'Create a project; you become its admin' },
    errors: [404],
  })
  .input(CreateProjectInput)
  .output(CreateProjectOutput)
  .mutation(async ({ ctx, input: { project: values } }) => {
    assertTexts(ctx.services.env.limits, values, PROJECT)
    const project = await createProject(toUnitOfWork(ctx), {
      name: values.name,
      description: values.description ?? null,
      visibility: values.visibility,
      metadata: toMetadata(values.project_metadata_attributes?.data, values.slack_channel_id),
    })
    setETag(ctx.reply, project)
    return {
      toast: createToast('Project created', `${project.name} is ready.`),
      redirect_url: `${WEB_ROOT}/projects/${project.id}`,
      project: await readProjectSummary(ctx.db, ctx.actor, project.id),
    }
  })

export const search = reading.signedIn
  .meta({
    openapi: { method: 'GET', path: '/api/projects', tags, summary: 'Projects that you can see, by page' },
  })
  .input(ProjectFilter)
  .output(ProjectPage)
  .query(({ ctx: { db, actor }, input }) => readProjectPage(db, actor, input))
