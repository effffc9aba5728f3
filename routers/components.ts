import { z } from 'zod'
import { reading, writing } from '../src/access.ts'
import { tag } from '../src/guards.ts'
import { guards, Toast, toast } from '../src/shapes.ts'
import { assertTexts, COMPONENT } from '../src/text-limits.ts'
import { router } from '../src/trpc.ts'
import { OnlyWholeListPage } from '../src/whole-lists.ts'
import { componentBrief, releasedComponents } from './components.read.ts'
import {
  ComponentChanges,
  ComponentCreated,
  ComponentReleased,
  ComponentRow,
  ComponentSummary,
  NewComponent,
} from './components.schema.ts'
import { assertCurrent, current } from './components/current.ts'
import { componentDetail } from './components/detail.ts'
import { ComponentDetail } from './components/detail.schema.ts'
import { changeComponent, CHANGE_NEEDS, onlyCommentWindow } from './components/changes.ts'
import { locks } from './components/locks.ts'
import { lookups } from './components/lookups.ts'
import { progress } from './components/progress.ts'
import { removeComponent } from './components/removal.ts'
import { componentSummary } from './components/summary.read.ts'
import { releaseSrg } from './workflows/release-srg.ts'
import { copyComponent, copySource } from './workflows/copy-component.ts'
import { createFromSrgs } from './workflows/create-component.ts'

const tags = ['Components']
const SPREADSHEET_LIMIT = 50 * 1024 * 1024

/** Components: documents written inside projects (components 4.3). */
export const components = router({
  ...progress,
  ...lookups,
  ...locks,

  released: reading.signedIn
    .meta({ openapi: { method: 'GET', path: '/components', tags, summary: 'All released components' } })
    .input(OnlyWholeListPage)
    .output(z.array(ComponentRow))
    .query(({ ctx, input }) => releasedComponents(ctx.db, input)),

  show: reading
    .component('show', 'id')
    .meta({
      openapi: {
        method: 'GET',
        path: '/components/{id}',
        tags,
        summary: 'One component with its requirements',
      },
    })
    .output(ComponentDetail)
    .query(({ ctx }) => componentDetail(ctx)),

  summary: reading
    .component('show', 'id')
    .meta({
      openapi: {
        method: 'GET',
        path: '/api/components/{id}/summary',
        tags,
        summary: 'One component without its requirements',
      },
    })
    .output(ComponentSummary)
    .query(async ({ ctx }) => {
      const now = ctx.services.clock()
      const summary = await componentSummary(ctx.db, ctx.scope.component_id, ctx.standing.role, now)
      tag(ctx.reply, { lockVersion: summary.lock_version })
      return summary
    }),

  create: writing
    .project('project admin')
    .meta({
      openapi: {
        method: 'POST',
        path: '/projects/{projectId}/components',
        tags,
        summary: 'Create a component from SRGs, from another component or as an overlay',
      },
      upload: { limitBytes: SPREADSHEET_LIMIT, only: false },
      limits: ['upload'],
      etag: true,
    })
    .input(z.object({ component: NewComponent }))
    .output(ComponentCreated)
    .mutation(async ({ ctx, input }) => {
      assertTexts(ctx.services.env.limits, input.component, COMPONENT)
      const creation = {
        em: ctx.em,
        db: ctx.db,
        actor: ctx.actor,
        projectId: ctx.project.id,
        requestId: ctx.request.id,
      }
      const source = copySource(input.component)
      const { component, rebased } = source
        ? await copyComponent(creation, input.component, source)
        : { component: await createFromSrgs(creation, input.component), rebased: null }
      tag(ctx.reply, component)
      const said = [`${component.name} is ready for authoring.`]
      if (rebased) {
        const { relinked, changed, kept, added } = rebased
        said.push(
          `${relinked} re-linked, ${changed} with changed core content, ${kept} kept, ${added} added.`,
        )
      }
      return {
        toast: toast('Component created', said),
        component: await componentBrief(ctx.db, component.id),
      }
    }),

  update: writing
    .component(CHANGE_NEEDS, 'id', onlyCommentWindow)
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/components/{id}',
        tags,
        summary: 'Change a component, or release a STIG',
      },
      also: [{ method: 'PUT', path: '/components/{id}' }],
    })
    .input(z.object({ component: ComponentChanges, ...guards }))
    .output(z.object({ toast: Toast, component: ComponentSummary }))
    .mutation(async ({ ctx, input }) => {
      const { component } = ctx
      assertTexts(ctx.services.env.limits, input.component, COMPONENT)
      await assertCurrent(ctx, input)
      await changeComponent(ctx, component, input.component)
      tag(ctx.reply, component)
      return { toast: toast('Component saved', `${component.name} was saved.`), ...(await current(ctx)) }
    }),

  release: writing
    .component('admin', 'id')
    .meta({
      openapi: {
        method: 'POST',
        path: '/components/{id}/release',
        tags,
        summary: 'Publish an SRG component into the catalog',
      },
      emptyBody: true,
      etag: true,
    })
    .input(z.object(guards))
    .output(ComponentReleased)
    .mutation(async ({ ctx, input }) => {
      const { db, em, actor, now, component } = ctx
      await assertCurrent(ctx, input)
      const released = await releaseSrg({ db, actor, now, requestId: ctx.request.id }, component)
      component.touch()
      await em.flush()
      tag(ctx.reply, component)
      const { name, srg_id } = released.catalog_srg
      return { toast: toast('SRG released', `${name ?? srg_id} is in the catalog.`), ...released }
    }),

  remove: writing
    .component('admin', 'id', (_, actor) => actor.admin)
    .meta({ openapi: { method: 'DELETE', path: '/components/{id}', tags, summary: 'Delete a component' } })
    .input(z.object(guards))
    .output(z.object({ toast: Toast }))
    .mutation(async ({ ctx, input }) => {
      await assertCurrent(ctx, input)
      await removeComponent(ctx.em, ctx.db, ctx.component)
      return { toast: toast('Component deleted', `${ctx.component.name} was deleted.`) }
    }),
})
