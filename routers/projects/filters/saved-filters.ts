import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { reading, SAVED_FILTER_NEEDS, writing } from '../../../src/procedures/access/builders.ts'
import { guards } from '../../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { changeSavedFilter, createSavedFilter } from '../../../workflows/accounts/saved-filters.ts'
import { readSavedFilters } from './read-saved-filters.ts'
import {
  replyWithSavedFilter,
  assertFilterSeen,
  NewSavedFilter,
  SavedFilterChange,
  SavedFilterList,
  SavedFilterListInput,
  SavedFilterOutput,
} from './saved-filters.schema.ts'

const tags = ['Saved filters']
export const list = reading
  .project('viewer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/projects/{projectId}/saved_filters',
      tags,
      summary: 'The saved filters of a project: your own, then shared ones, by name',
    },
  })
  .input(SavedFilterListInput)
  .concat(rejectUnknownKeys)
  .output(SavedFilterList)
  .query(({ ctx, input }) =>
    readSavedFilters(ctx.db, {
      scope: { project_id: input.projectId },
      list: input.list,
      userId: ctx.actor.id,
    }),
  )

export const create = writing
  .project(SAVED_FILTER_NEEDS)
  .meta({
    openapi: {
      method: 'POST',
      path: '/projects/{projectId}/saved_filters',
      tags,
      summary: 'Save a filter of a list of the project',
    },
    status: 201,
    refusal: 'Could not save filter',
    limits: ['reaction_write'],
  })
  .input(NewSavedFilter)
  .concat(rejectUnknownKeys)
  .output(SavedFilterOutput)
  .mutation(async ({ ctx, input }) => {
    const scope = { projectId: input.projectId, componentId: null }
    const savedFilter = await createSavedFilter(toUnitOfWork(ctx), scope, input.saved_filter)
    return replyWithSavedFilter({ reply: ctx.reply, savedFilter })
  })

export const update = writing.savedFilter
  .ofProject('change')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/projects/{projectId}/saved_filters/{id}',
      tags,
      summary: 'Rename, overwrite or share a saved filter of a project',
    },
    refusal: 'Could not save filter',
    limits: ['reaction_write'],
  })
  .input(SavedFilterChange)
  .concat(rejectUnknownKeys)
  .output(SavedFilterOutput)
  .mutation(async ({ ctx, input: { saved_filter: values, ...expected } }) => {
    await assertFilterSeen(ctx, expected)
    await changeSavedFilter(toUnitOfWork(ctx), ctx.savedFilter, values)
    return replyWithSavedFilter(ctx)
  })

export const remove = writing.savedFilter
  .ofProject('delete')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/projects/{projectId}/saved_filters/{id}',
      tags,
      summary: 'Delete a saved filter of a project',
    },
    status: 204,
    limits: ['reaction_write'],
  })
  .input(z.object(guards))
  .concat(rejectUnknownKeys)
  .output(z.void())
  .mutation(async ({ ctx, input }) => {
    await assertFilterSeen(ctx, input)
    await ctx.em.remove(ctx.savedFilter).flush()
  })
