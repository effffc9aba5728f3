import { z } from 'zod'
import { date, instant } from '../../../src/procedures/schemas/shapes.ts'
import { RULE_STATUSES, TRIAGE_STATUSES } from '../../../src/vocabulary.ts'

const AssignedComment = z
  .object({
    id: z.int(),
    triage_status: z.enum(TRIAGE_STATUSES),
    excerpt: z.string().meta({ description: 'The first 300 characters of the comment.' }),
    rule_id: z.int().nullable(),
    due_on: date.nullable(),
    created_at: instant,
    component_id: z.int(),
    component_name: z.string(),
    project_id: z.int(),
  })
  .meta({ id: 'AssignedComment' })

const RequestedReview = z
  .object({
    rule_id: z.int(),
    rule_displayed_name: z.string(),
    title: z.string().nullable(),
    status: z.enum(RULE_STATUSES),
    component_id: z.int(),
    component_name: z.string(),
    version: z.int().nullable(),
    release: z.int().nullable(),
    requestor_name: z.string(),
    requested_at: instant,
    names_me: z.boolean().meta({ description: 'Whether the request names the caller as a reviewer.' }),
  })
  .meta({ id: 'RequestedReview' })

/** The caller's open work in all projects. Each list has at most 100 rows; `total` counts all. */
export const Inbox = z
  .object({
    assigned: z.object({ rows: z.array(AssignedComment), total: z.int() }),
    reviews: z.object({ rows: z.array(RequestedReview), total: z.int() }),
  })
  .meta({ id: 'Inbox' })
export type Inbox = z.infer<typeof Inbox>
