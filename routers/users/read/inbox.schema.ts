import { z } from 'zod'
import { date, instant } from '../../../src/procedures/schemas/shapes.ts'
import { TRIAGE_STATUSES } from '../../../src/vocabulary.ts'
import { requirementFields } from '../../rules/read/requirement-fields.ts'

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
    ...requirementFields,
    version: z.int().nullable(),
    release: z.int().nullable(),
    requestor_name: z.string(),
    requested_at: instant,
    names_me: z.boolean().meta({ description: 'Whether the request names the caller as a reviewer.' }),
  })
  .meta({ id: 'RequestedReview' })

const ChangesRequested = z
  .object({
    ...requirementFields,
    reviewer_name: z.string().nullable().meta({ description: 'Who requested the changes.' }),
    excerpt: z.string().meta({ description: 'The first 300 characters of the reviewer’s text.' }),
    requested_at: instant.meta({ description: 'When the changes were requested.' }),
    asked_by_me: z.boolean().meta({ description: 'Whether the caller had requested that review.' }),
  })
  .meta({ id: 'ChangesRequested' })

const Mention = z
  .object({
    id: z.int().meta({ description: 'Id of the comment, reply or review step.' }),
    excerpt: z.string().meta({ description: 'The first 300 characters of the text.' }),
    author_name: z.string().nullable().meta({ description: 'Who mentions the caller.' }),
    rule_id: z.int().nullable(),
    rule_displayed_name: z.string().nullable(),
    component_id: z.int(),
    component_name: z.string(),
    mentioned_at: instant.meta({ description: 'When the text was posted or edited.' }),
  })
  .meta({ id: 'Mention' })

const ProposedRelocation = z
  .object({
    id: z.int().meta({ description: 'Id of the proposal.' }),
    source_displayed_name: z.string(),
    title: z.string().nullable().meta({ description: 'Title of the requirement that should move.' }),
    component_name: z.string().meta({ description: 'The component that it should leave.' }),
    requested_by_name: z.string().nullable(),
    requested_at: instant,
  })
  .meta({ id: 'ProposedRelocation' })

/** The caller's open work in all projects. Each list has at most 100 rows; `total` counts all. */
export const Inbox = z
  .object({
    assigned: z.object({ rows: z.array(AssignedComment), total: z.int() }),
    reviews: z.object({ rows: z.array(RequestedReview), total: z.int() }),
    changes_requested: z.object({ rows: z.array(ChangesRequested), total: z.int() }).meta({
      description: 'Requirements that the caller can edit and whose reviewer requested changes.',
    }),
    mentions: z.object({ rows: z.array(Mention), total: z.int() }).meta({
      description:
        'Texts of the last seven days that mention the caller, without those in whose thread the caller replied since. Only the newest 500 are read.',
    }),
    relocations: z.object({ rows: z.array(ProposedRelocation), total: z.int() }).meta({
      description:
        'Open proposals of others that name a component or project where the caller can accept them.',
    }),
  })
  .meta({ id: 'Inbox' })
export type Inbox = z.infer<typeof Inbox>
