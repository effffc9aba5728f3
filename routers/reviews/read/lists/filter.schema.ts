import { z } from 'zod'
import { bodyId, date, lookupId, page, perPage, text } from '../../../../src/procedures/schemas/shapes.ts'
import { SECTION_KEYS, TRIAGE_STATUSES } from '../../../../src/vocabulary.ts'

/** Maximum length of a text search in comments (rule R-3). */
export const SEARCH_LIMIT = 200

/** An id or `none`; a string, because a query parameter has one type. */
const assignee = z
  .string({ error: 'must be an id or none' })
  .refine((value) => value === 'none' || isId(value), { error: 'must be an id or none' })
  .meta({ pattern: String.raw`^(none|[1-9]\d{0,9})$` })

function isId(value: string): boolean {
  return /^[1-9]\d{0,9}$/.test(value) && bodyId.safeParse(Number(value)).success
}

/** Maximum number of comments of a list that can be named by id. */
const NAMED_LIMIT = 200

/** Filters shared by all comment lists. */
const chosen = {
  triage_statuses: z
    .array(z.enum(TRIAGE_STATUSES))
    .min(1)
    .max(TRIAGE_STATUSES.length)
    .optional()
    .meta({ description: 'Several statuses, instead of `triage_status`.' }),
  ids: z.array(bodyId).min(1).max(NAMED_LIMIT).optional().meta({
    description: 'Only these comments; those of other places or statuses are left out.',
  }),
  created_from: date.optional().meta({ description: 'Posted on this day or later, in UTC.' }),
  created_to: date.optional().meta({ description: 'Posted on this day or earlier, in UTC.' }),
}

/** Orders of a list; `due` puts comments without a due date last. */
export const SORTS = ['newest', 'oldest', 'rule', 'due'] as const
export type Sort = (typeof SORTS)[number]
const sort = z.enum(SORTS, { error: `must be one of: ${SORTS.join(', ')}` }).default('newest')

/** Filters of the comment lists of a project or component (rule R-45). */
const shared = {
  ...chosen,
  triage_status: z.enum(['all', ...TRIAGE_STATUSES]).default('pending'),
  section: z.enum([...SECTION_KEYS, 'all', 'none']).optional(),
  author_id: lookupId.optional(),
  q: text(SEARCH_LIMIT).optional().meta({ description: 'Text within the comment, ignoring case.' }),
  resolved: z.enum(['true', 'false', 'all'], { error: 'must be true, false or all' }).optional(),
  assignee_id: assignee.optional(),
  overdue: z.boolean({ error: 'must be true or false' }).optional(),
  commenter_replied: z.boolean({ error: 'must be true or false' }).optional().meta({
    description: 'Whether the commenter replied since clarification was asked for.',
  }),
}

const paged = { sort, page, per_page: perPage(1000) }

export const ProjectCommentFilter = z.object({ ...shared, component_id: lookupId.optional(), ...paged })

export const ComponentCommentFilter = z.object({
  ...shared,
  rule_id: lookupId.optional(),
  commentable_type: z.enum(['rule', 'component'], { error: 'must be rule or component' }).optional(),
  include_rule_content: z.boolean({ error: 'must be true or false' }).default(false),
  ...paged,
})

/** Filters of one person's comments, without a default status (rule R-45). */
export const UserCommentFilter = z.object({
  triage_status: z.enum(['all', ...TRIAGE_STATUSES]).optional(),
  project_id: lookupId.optional(),
  ...chosen,
  sort,
  page,
  per_page: perPage(100),
})

/** Selects comments by the filter of a list instead of ids (rule R-34). */
export const BulkFilter = z.object({
  ...shared,
  assignee_id: z.union([bodyId, assignee], { error: 'must be an id or none' }).optional(),
  component_id: lookupId.meta({ description: 'Id of the component whose comments are selected.' }),
  rule_id: lookupId.optional(),
  commentable_type: z.enum(['rule', 'component'], { error: 'must be rule or component' }).optional(),
})

/** All filters that `applyFilter` supports; each list's schema accepts some of them. */
export type CommentFilter = {
  [K in Exclude<keyof z.output<typeof BulkFilter>, 'component_id'>]?:
    | z.output<typeof BulkFilter>[K]
    | undefined
}
