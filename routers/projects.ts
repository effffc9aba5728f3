import { Membership } from '../entities/membership.ts'
import { Project } from '../entities/project.ts'
import { reading, writing } from '../src/access.ts'
import { DomainError } from '../src/errors.ts'
import { tag } from '../src/guards.ts'
import { announceProject } from '../src/outbox/project-chat.ts'
import { toast } from '../src/shapes.ts'
import { assertTexts, PROJECT } from '../src/text-limits.ts'
import { mergeRouters, router } from '../src/trpc.ts'
import { OnlyWholeListPage } from '../src/whole-lists.ts'
import { z } from 'zod'
import { refreshMembers } from '../src/memberships/contacts.ts'
import { lifecycle } from './projects/lifecycle.ts'
import { givenMetadata } from './projects/metadata.ts'
import { projectDetail, projectRows, projectSummary } from './projects.read.ts'
import { CreateProjectInput, CreateProjectOutput, ProjectDetail, ProjectRow } from './projects.schema.ts'

const tags = ['Projects']

const entry = router({
  list: reading.signedIn
    .meta({ openapi: { method: 'GET', path: '/projects', tags, summary: 'Projects you may know of' } })
    .input(OnlyWholeListPage)
    .output(z.array(ProjectRow))
    .query(({ ctx: { db, actor }, input }) => projectRows(db, actor, input)),

  show: reading
    .project('viewer', 'id')
    .meta({
      openapi: { method: 'GET', path: '/projects/{id}', tags, summary: 'One project with all on its page' },
    })
    .output(ProjectDetail)
    .query(async ({ ctx: { db, actor, standing, reply } }) => {
      const detail = await projectDetail(db, actor, standing)
      tag(reply, { lockVersion: detail.lock_version })
      return detail
    }),

  create: writing.signedIn
    .meta({
      openapi: { method: 'POST', path: '/projects', tags, summary: 'Start a project; you become its admin' },
    })
    .use(({ ctx, next }) => {
      if (ctx.services.env.accounts.projectCreate || ctx.actor.admin) return next()
      throw new DomainError(
        'forbidden',
        'project_creation_disabled',
        'Only system administrators create projects here.',
      )
    })
    .input(CreateProjectInput)
    .output(CreateProjectOutput)
    .mutation(async ({ ctx: { em, db, actor, now, reply, services }, input: { project: given } }) => {
      assertTexts(services.env.limits, given, PROJECT)
      const project = em.create(Project, {
        name: given.name,
        description: given.description ?? null,
        visibility: given.visibility,
        metadata: givenMetadata(given.project_metadata_attributes?.data, given.slack_channel_id),
      })
      await em.flush()
      em.create(Membership, {
        userId: actor.id,
        role: 'admin',
        membershipType: 'Project',
        projectId: project.id,
      })
      announceProject(em, services.env, project, actor, 'created', now)
      await em.flush()
      await refreshMembers(db, { type: 'Project', id: project.id })
      tag(reply, project)
      return {
        toast: toast('Project created', `${project.name} is ready.`),
        redirect_url: `/projects/${project.id}`,
        project: await projectSummary(db, actor, project.id),
      }
    }),
})

export const projects = mergeRouters(entry, lifecycle)
