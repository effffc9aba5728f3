import { z } from 'zod'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { writing, reading } from '../../src/procedures/access/builders.ts'
import { assertFresh, setETag } from '../../src/procedures/schemas/guards.ts'
import { guards, createToast, ToastOutput, Toast } from '../../src/procedures/schemas/shapes.ts'
import { assertTexts, PROJECT } from '../../src/procedures/schemas/text-limits.ts'
import { changeProject, deleteProject } from '../../workflows/projects/projects.ts'
import { visibility, name, metadata, description } from './collection.schema.ts'
import { ProjectDetail, ProjectSummary } from './read/projects.schema.ts'
import { readProjectSummary, readProjectDetail } from './read/projects.ts'

const tags = ['Projects']

export const UpdateProjectInput = z.object({
  project: z.object({
    name: name.optional(),
    description: description.nullish(),
    visibility: visibility.optional(),
    project_metadata_attributes: metadata.optional(),
  }),
})

export const UpdateProjectOutput = z.object({ toast: Toast, project: ProjectSummary })

export const show = reading
  .project('viewer', 'id')
  .meta({
    openapi: {
      method: 'GET',
      path: '/projects/{id}',
      tags,
      summary: 'One project with members and components',
    },
  })
  .output(ProjectDetail)
  .query(async ({ ctx: { db, actor, effectiveAccess, reply } }) => {
    const detail = await readProjectDetail(db, actor, effectiveAccess)
    setETag(reply, { lockVersion: detail.lock_version })
    return detail
  })

export const update = writing
  .projectItself('admin', 'id')
  .meta({
    openapi: { method: 'PATCH', path: '/projects/{id}', tags, summary: 'Change a project' },
    also: [{ method: 'PUT', path: '/projects/{id}' }],
  })
  .input(UpdateProjectInput.extend(guards))
  .output(UpdateProjectOutput)
  .mutation(async ({ ctx, input }) => {
    const { db, actor, project, request, reply, services } = ctx
    const { project_metadata_attributes: metadata, ...values } = input.project
    assertTexts(services.env.limits, values, PROJECT)
    const readCurrent = async () => ({ project: await readProjectSummary(db, actor, project.id) })
    await assertFresh(request, input, project, readCurrent)
    await changeProject(toUnitOfWork(ctx), project, {
      ...values,
      metadata: metadata === undefined ? undefined : (metadata?.data ?? {}),
    })
    setETag(reply, project)
    return { toast: createToast('Project saved', `${project.name} is saved.`), ...(await readCurrent()) }
  })

export const destroy = writing
  .projectItself('admin', 'id')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/projects/{id}',
      tags,
      summary: 'Delete a project and everything in it',
    },
  })
  .input(z.object(guards))
  .output(ToastOutput)
  .mutation(async ({ ctx, input }) => {
    const { db, actor, project, request } = ctx
    const readCurrent = async () => ({ project: await readProjectSummary(db, actor, project.id) })
    await assertFresh(request, input, project, readCurrent)
    await deleteProject(toUnitOfWork(ctx), project)
    return { toast: createToast('Project deleted', `${project.name} is deleted.`) }
  })
