import { sql } from 'kysely'
import { mayLag, reading, writing } from '../../src/access.ts'
import type { Actor } from '../../src/context.ts'
import type { Reader } from '../../src/database.ts'
import { illegal } from '../../src/errors.ts'
import { assertFresh, tag } from '../../src/guards.ts'
import { announceProject } from '../../src/outbox/project-chat.ts'
import { guards, toast } from '../../src/shapes.ts'
import { assertTexts, PROJECT } from '../../src/text-limits.ts'
import { router } from '../../src/trpc.ts'
import { z } from 'zod'
import { forgetLandings } from '../components/landings.ts'
import { AuditEntryView } from '../histories.schema.ts'
import { projectHistories, projectPage, projectSummary } from '../projects.read.ts'
import {
  HistoryPage,
  ProjectFilter,
  ProjectPage,
  UpdateProjectInput,
  UpdateProjectOutput,
} from '../projects.schema.ts'
import { ToastOutput } from '../tokens.schema.ts'

const tags = ['Projects']

/** Searching, changing and ending projects (accounts 5.4). */
export const lifecycle = router({
  search: reading.signedIn
    .meta({
      openapi: { method: 'GET', path: '/api/projects', tags, summary: 'Projects you may know of, by page' },
    })
    .input(ProjectFilter)
    .output(ProjectPage)
    .query(({ ctx: { db, actor }, input }) => projectPage(db, actor, input)),

  histories: reading
    .project('viewer', 'id')
    .use(mayLag)
    .meta({
      openapi: {
        method: 'GET',
        path: '/projects/{id}/histories',
        tags,
        summary: 'The newest changes of a project',
      },
    })
    .input(HistoryPage)
    .output(z.array(AuditEntryView))
    .query(({ ctx: { db, standing }, input }) =>
      projectHistories(db, standing.projectId, input.per_page, (input.page - 1) * input.per_page),
    ),

  update: writing
    .project('admin', 'id')
    .meta({
      openapi: { method: 'PATCH', path: '/projects/{id}', tags, summary: 'Change a project' },
      also: [{ method: 'PUT', path: '/projects/{id}' }],
    })
    .input(UpdateProjectInput.extend(guards))
    .output(UpdateProjectOutput)
    .mutation(async ({ ctx: { em, db, actor, project, now, request, reply, services }, input }) => {
      const { project_metadata_attributes: metadata, ...given } = input.project
      assertTexts(services.env.limits, given, PROJECT)
      await assertFresh(request, input, project, async () => ({
        project: await projectSummary(db, actor, project.id),
      }))
      const changed = project.revise({
        ...given,
        metadata: metadata === undefined ? undefined : (metadata?.data ?? {}),
      })
      if (changed.includes('name')) announceProject(em, services.env, project, actor, 'renamed', now)
      if (changed.includes('visibility')) {
        announceProject(em, services.env, project, actor, 'visibility changed', now)
      }
      await em.flush()
      tag(reply, project)
      return {
        toast: toast('Project saved', `${project.name} is saved.`),
        project: await projectSummary(db, actor, project.id),
      }
    }),

  destroy: writing
    .project('admin', 'id')
    .meta({
      openapi: { method: 'DELETE', path: '/projects/{id}', tags, summary: 'Delete a project and all in it' },
    })
    .input(z.object(guards))
    .output(ToastOutput)
    .mutation(async ({ ctx: { em, db, actor, project, now, request, services }, input }) => {
      await assertFresh(request, input, project, async () => ({
        project: await projectSummary(db, actor, project.id),
      }))
      await assertDeletable(db, actor, project.id)
      announceProject(em, services.env, project, actor, 'removed', now)
      await forgetLandings(em, db, { projectId: project.id })
      em.remove(project)
      await em.flush()
      return { toast: toast('Project deleted', `${project.name} is deleted.`) }
    }),
})

/** Throws 422 while another project rests on a component, and for project admins while one is released (components 3.6). */
async function assertDeletable(db: Reader, actor: Actor, projectId: number): Promise<void> {
  const { overlays, released } = await db
    .selectFrom('components as c')
    .leftJoin('components as o', (join) =>
      join.onRef('o.component_id', '=', 'c.id').onRef('o.project_id', '<>', 'c.project_id'),
    )
    .select([
      sql<number>`count(o.id)::int`.as('overlays'),
      sql<boolean>`coalesce(bool_or(c.released), false)`.as('released'),
    ])
    .where('c.project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  if (overlays > 0) {
    throw illegal('project.has_overlays', 'Components of other projects rest on this project.')
  }
  if (released && !actor.admin) {
    throw illegal(
      'project.has_released',
      'Only a system administrator deletes a project with released components.',
    )
  }
}
