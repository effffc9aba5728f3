import { z } from 'zod'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { notFoundError } from '../../src/errors.ts'
import { reading, writing } from '../../src/procedures/access/builders.ts'
import { setETag } from '../../src/procedures/schemas/guards.ts'
import { guards, Toast, createToast, text } from '../../src/procedures/schemas/shapes.ts'
import { assertTexts, COMPONENT } from '../../src/procedures/schemas/text-limits.ts'
import { createWorkersForRead } from '../../src/workers/workers-for-request.ts'
import { changeComponent } from '../../workflows/components/change-component.ts'
import { removeComponent } from '../../workflows/components/remove-component.ts'
import { CHANGE_NEEDS, toComponentFields, isOnlyCommentWindow } from './component-input.ts'
import { assertCurrent, readCurrent } from './current.ts'
import { ComponentDetail } from './read/component-detail.schema.ts'
import { readComponentDetail } from './read/component-detail.ts'
import { ComponentSummary } from './read/component-rows.schema.ts'
import { ComponentChanges } from './record.schema.ts'

const tags = ['Components']

export const show = reading
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
  .query(({ ctx }) => readComponentDetail(ctx))

export const showByName = reading
  .component('show', 'id')
  .meta({
    openapi: {
      method: 'GET',
      path: '/components/{id}/{displayedName}',
      tags,
      summary: 'One component, by the displayed name of one of its requirements',
    },
  })
  .input(z.object({ displayedName: text(255) }))
  .output(ComponentDetail)
  .query(async ({ ctx, input }) => {
    const number = input.displayedName.slice(-6)
    const rule = await ctx.db
      .selectFrom('rules')
      .select('id')
      .where('component_id', '=', ctx.scope.component_id)
      .where('rule_id', '=', number)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!rule) throw notFoundError()
    return readComponentDetail(ctx)
  })

export const update = writing
  .component(CHANGE_NEEDS, 'id', isOnlyCommentWindow)
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
  .mutation(async ({ ctx, signal, input }) => {
    const { component } = ctx
    assertTexts(ctx.services.env.limits, input.component, COMPONENT)
    await assertCurrent(ctx, input)
    await changeComponent(toUnitOfWork(ctx), createWorkersForRead({ ctx, signal }), component, {
      ...toComponentFields(input.component),
      readinessPolicy: input.component.readiness_policy,
      released: input.component.released,
    })
    setETag(ctx.reply, component)
    return {
      toast: createToast('Component saved', `${component.name} was saved.`),
      ...(await readCurrent(ctx)),
    }
  })

export const remove = writing
  .component('admin', 'id', (_, actor) => actor.admin)
  .meta({ openapi: { method: 'DELETE', path: '/components/{id}', tags, summary: 'Delete a component' } })
  .input(z.object(guards))
  .output(z.object({ toast: Toast }))
  .mutation(async ({ ctx, input }) => {
    await assertCurrent(ctx, input)
    await removeComponent(toUnitOfWork(ctx), ctx.component)
    return { toast: createToast('Component deleted', `${ctx.component.name} was deleted.`) }
  })
