import { z } from 'zod'
import { FILTERED_LISTS, type SavedFilter } from '../../../entities/saved-filter.ts'
import { assertFresh, setETag, type GuardInput } from '../../../src/procedures/schemas/guards.ts'
import { nameText } from '../../../src/procedures/schemas/name-shapes.ts'
import { guards, instant, text } from '../../../src/procedures/schemas/shapes.ts'
import { toWireTime } from '../../../src/procedures/schemas/times.ts'
import type { RequestContext } from '../../../src/request-context.ts'

const NAME_LIMIT = 100
const QUERY_LIMIT = 4000

/** A saved filter (rule R-65). */
const SavedFilterView = z
  .object({
    id: z.int(),
    list: z.enum(FILTERED_LISTS),
    name: z.string(),
    query: z.string(),
    shared: z.boolean(),
    owner_id: z.int(),
    created_at: instant,
    lock_version: z.int(),
  })
  .meta({ id: 'SavedFilter' })
type SavedFilterView = z.infer<typeof SavedFilterView>

const SavedFilterRow = SavedFilterView.extend({ owner_name: z.string() }).meta({ id: 'SavedFilterRow' })
export type SavedFilterRow = z.infer<typeof SavedFilterRow>

const values = {
  name: nameText(NAME_LIMIT),
  query: text(QUERY_LIMIT),
  shared: z.boolean({ error: 'must be true or false' }),
}
const list = z.enum(FILTERED_LISTS, { error: `must be one of ${FILTERED_LISTS.join(', ')}` })

export const SavedFilterListInput = z.object({
  list: list.optional().meta({ description: 'Only filters of this list.' }),
})
export const NewSavedFilter = z.object({
  saved_filter: z.object({ list, ...values, shared: values.shared.default(false) }),
})
export const SavedFilterChange = z.object({
  saved_filter: z.object(values).partial(),
  ...guards,
})
export const SavedFilterOutput = z.object({ saved_filter: SavedFilterView }).meta({ id: 'SavedFilterAnswer' })
export const SavedFilterList = z
  .object({ saved_filters: z.array(SavedFilterRow) })
  .meta({ id: 'SavedFilterList' })

function toSavedFilterView(filter: SavedFilter): SavedFilterView {
  return {
    id: filter.id,
    list: filter.list,
    name: filter.name,
    query: filter.query,
    shared: filter.shared,
    owner_id: filter.userId,
    created_at: toWireTime(filter.createdAt),
    lock_version: filter.lockVersion,
  }
}

interface AnswerContext {
  reply: RequestContext['reply']
  savedFilter: SavedFilter
}

/** The response of a write, with its ETag. */
export function replyWithSavedFilter({ reply, savedFilter }: AnswerContext) {
  setETag(reply, savedFilter)
  return { saved_filter: toSavedFilterView(savedFilter) }
}

interface GuardedContext {
  request: RequestContext['request']
  savedFilter: SavedFilter
}

/** Checks the optional guards of a write on a saved filter (rule E-14). */
export function assertFilterSeen({ request, savedFilter }: GuardedContext, guard: GuardInput): Promise<void> {
  return assertFresh(request, guard, savedFilter, () =>
    Promise.resolve({ saved_filter: toSavedFilterView(savedFilter) }),
  )
}
