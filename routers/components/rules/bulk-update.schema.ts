import { z } from 'zod'
import {
  bodyId,
  expectedLockVersions,
  requiredText,
  text,
  Toast,
} from '../../../src/procedures/schemas/shapes.ts'
import { RULE_STATUSES, SEVERITIES } from '../../../src/vocabulary.ts'
import { CheckInput, DisaDescriptionInput, RuleInput } from '../../rules/record.schema.ts'

const NAMED_LIMIT = 10_000

const onRule = RuleInput.pick({
  status: true,
  rule_severity: true,
  status_justification: true,
  vendor_comments: true,
  artifact_description: true,
  fixtext: true,
  ident: true,
  rule_weight: true,
}).shape
const onDisa = DisaDescriptionInput.omit({ id: true, _destroy: true }).shape
const onCheck = { check_content: CheckInput.shape.content }

/** Fields of a bulk update; fields of parts apply to the first part. */
const Changes = z
  .object({ ...onRule, ...onDisa, ...onCheck })
  .refine((values) => Object.values(values).some((value) => value !== undefined), {
    error: 'must name at least one field',
  })
  .meta({ id: 'BulkRuleChanges' })
export type BulkRuleChanges = z.infer<typeof Changes>

const Filter = z
  .object({
    statuses: z.array(z.enum(RULE_STATUSES)).min(1).max(RULE_STATUSES.length).optional(),
    severities: z.array(z.enum(SEVERITIES)).min(1).max(SEVERITIES.length).optional(),
    q: requiredText(500).optional().meta({ description: 'Text within a requirement, ignoring case.' }),
  })
  .meta({ description: 'Instead of ids; empty for every requirement of the component.' })

export const BulkUpdateInput = z.object({
  rule: Changes,
  rule_ids: z.array(bodyId).min(1).max(NAMED_LIMIT).optional(),
  filter: Filter.optional(),
  expected_lock_versions: expectedLockVersions(
    NAMED_LIMIT,
    'requirements',
    'By id: a requirement with another lock_version is not changed.',
  ),
  audit_comment: text(4096).nullable().optional(),
  dry_run: z.boolean().default(false),
})

const Fields = z
  .record(z.string(), z.union([z.string(), z.boolean()]).nullable())
  .meta({ description: 'The fields that the change names.' })
export type BulkFieldValues = z.infer<typeof Fields>

export const BulkUpdateOutput = z
  .object({
    toast: Toast,
    update_id: z.uuid().nullable().meta({ description: 'Id to undo it with within ten minutes.' }),
    changed: z.int(),
    rows: z
      .array(
        z.object({
          id: z.int(),
          rule_id: z.string(),
          lock_version: z.int().meta({ description: 'Before the change.' }),
          before: Fields,
          after: Fields,
          skipped: z
            .object({ reason: z.string().meta({ description: 'Why, as a stable name.' }), text: z.string() })
            .nullable()
            .meta({ description: 'Why the requirement stays as it is; null when it changes.' }),
        }),
      )
      .meta({ description: 'The first 1,000, by number.' }),
    rows_left_out: z.int(),
  })
  .meta({ id: 'BulkRuleAnswer' })

export const UndoBulkUpdateInput = z.object({ update_id: z.uuid() })
export const UndoBulkUpdateOutput = z.object({ toast: Toast, changed: z.int() })
