import { z } from 'zod'
import { WIDEST_TEXT } from '../../../src/lib/text-lengths.ts'
import {
  bodyId,
  expectedLockVersions,
  guards,
  instant,
  text,
  Toast,
} from '../../../src/procedures/schemas/shapes.ts'
import { RULE_STATUSES } from '../../../src/vocabulary.ts'
import { MERGED_FIELDS } from '../../../workflows/components/rebase/merged-fields.ts'

const NAMED_LIMIT = 10_000

const FieldChoice = z
  .object({
    field: z.enum(MERGED_FIELDS),
    take: z.enum(['ours', 'new', 'text']),
    text: text(WIDEST_TEXT).optional().meta({ description: 'With `take` text: what the field becomes.' }),
  })
  .meta({ id: 'RebaseFieldChoice' })

const Choice = z
  .object({
    id: bodyId,
    fields: z.array(FieldChoice).max(MERGED_FIELDS.length).default([]),
    remove: z.boolean().optional().meta({ description: 'Of a dropped requirement: whether it is deleted.' }),
  })
  .meta({ id: 'RebaseChoice' })

export const RebaseInput = z.object({
  security_requirements_guide_id: bodyId,
  choices: z.array(Choice).max(NAMED_LIMIT).default([]),
  left_out_srg_rule_ids: z
    .array(bodyId)
    .max(NAMED_LIMIT)
    .default([])
    .meta({ description: 'New rules of the release that the component does not take over.' }),
  expected_lock_versions: expectedLockVersions(
    NAMED_LIMIT,
    'requirements',
    'By id: a requirement with another lock_version stays on its release.',
  ),
  dry_run: z.boolean().default(false),
  offset: z.int().min(0).max(1_000_000).default(0).meta({ description: 'Rows to skip, in a dry run.' }),
  ...guards,
})
export type RebaseInput = z.infer<typeof RebaseInput>

const Section = z.object({
  field: z.enum(MERGED_FIELDS),
  base: z.string().nullable().meta({ description: 'In the release that the requirement is based on.' }),
  new: z.string().nullable().meta({ description: 'In the other release.' }),
  ours: z.string().nullable().meta({ description: 'In the requirement.' }),
  conflict: z.boolean().meta({ description: 'Whether the requirement and the release both changed it.' }),
  locked: z.boolean(),
  take: z.enum(['ours', 'new']).meta({ description: 'What happens without a choice.' }),
})

const Row = z
  .object({
    id: z.int(),
    rule_id: z.string(),
    version: z.string().nullable(),
    title: z.string().nullable(),
    status: z.enum(RULE_STATUSES),
    lock_version: z.int(),
    kind: z.enum(['changed', 'dropped']),
    removed: z.boolean().meta({ description: 'Of a dropped one: whether it is deleted without a choice.' }),
    skipped: z
      .object({ reason: z.string(), text: z.string() })
      .nullable()
      .meta({ description: 'Why the requirement stays on its release; null when it moves.' }),
    sections: z.array(Section),
  })
  .meta({ id: 'RebaseRow' })

const Totals = z.object({
  relinked: z.int(),
  changed: z.int(),
  conflicts: z.int().meta({ description: 'Requirements with a text that both changed.' }),
  added: z.int(),
  removed: z.int(),
  kept: z.int().meta({ description: 'Requirements that the release dropped, but the component keeps.' }),
  skipped: z.int(),
})

export const RebaseOutput = z
  .object({
    toast: Toast,
    rebase_id: z.uuid().nullable().meta({ description: 'Id to undo it with; null for a dry run.' }),
    totals: Totals,
    rows: z.array(Row).meta({
      description: 'Dry run: requirements that change or are dropped, conflicts first. Else: skipped ones.',
    }),
    rows_left_out: z.int().meta({ description: 'Further rows; read them with `offset`.' }),
    added: z
      .array(z.object({ srg_rule_id: z.int(), version: z.string().nullable(), title: z.string().nullable() }))
      .meta({ description: 'The first 1,000 rules that the release adds, in a dry run.' }),
  })
  .meta({ id: 'RebaseResult' })

export const LastRebaseOutput = z
  .object({
    rebase: z
      .object({
        id: z.uuid().meta({ description: 'Id to undo it with.' }),
        user_name: z.string().nullable().meta({ description: 'Null if the account was deleted.' }),
        created_at: instant,
      })
      .nullable()
      .meta({ description: 'Null if there is none, or something changed since.' }),
  })
  .meta({ id: 'LastRebase' })

export const UndoRebaseInput = z.object({ rebase_id: z.uuid() })
export const UndoRebaseOutput = z.object({ toast: Toast, changed: z.int() })
