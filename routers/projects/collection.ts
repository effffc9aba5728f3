import { startingProject } from '../../src/access/builders/projects.ts'
import { reading } from '../../src/access/builders.ts'
import { tag } from '../../src/wire/guards.ts'
import { WORKBENCH } from '../../src/http/workbench/address.ts'
import { toast } from '../../src/wire/shapes.ts'
import { assertTexts, PROJECT } from '../../src/wire/text-limits.ts'
import { OnlyWholeListPage } from '../../src/lists/whole-lists.ts'
import { z } from 'zod'
import { givenMetadata } from '../../src/outbox/channel.ts'
import { projectRows, projectPage } from './read/project-list.ts'
import { projectSummary } from './read/projects.ts'
import { CreateProjectInput, CreateProjectOutput, ProjectFilter, ProjectPage } from './collection.schema.ts'
import { ProjectRow } from './read/project-list.schema.ts'
import { workOf } from '../../src/work.ts'
import { createProject } from '../../workflows/projects/projects.ts'

const tags = ['Projects']

export const list = reading.signedIn
  .meta({ openapi: { method: 'GET', path: '/projects', tags, summary: 'Projects you may know of' } })
  .input(OnlyWholeListPage)
  .output(z.array(ProjectRow))
  .query(({ ctx: { db, actor }, input }) => projectRows(db, actor, input))

export const create = startingProject
  .meta({
    openapi: { method: 'POST', path: '/projects', tags, summary: 'Start a project; you become its admin' },
    errors: [404],
  })
  .input(CreateProjectInput)
  .output(CreateProjectOutput)
  .mutation(async ({ ctx, input: { project: given } }) => {
    assertTexts(ctx.services.env.limits, given, PROJECT)
    const project = await createProject(workOf(ctx), {
      name: given.name,
      description: given.description ?? null,
      visibility: given.visibility,
      metadata: givenMetadata(given.project_metadata_attributes?.data, given.slack_channel_id),
    })
    tag(ctx.reply, project)
    return {
      toast: toast('Project created', `${project.name} is ready.`),
      redirect_url: `${WORKBENCH}/projects/${project.id}`,
      project: await projectSummary(ctx.db, ctx.actor, project.id),
    }
  })

export const search = reading.signedIn
  .meta({
    openapi: { method: 'GET', path: '/api/projects', tags, summary: 'Projects you may know of, by page' },
  })
  .input(ProjectFilter)
  .output(ProjectPage)
  .query(({ ctx: { db, actor }, input }) => projectPage(db, actor, input))
