import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { validationError } from '../../../src/errors.ts'
import { formatCount } from '../../../src/lib/format-count.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { createToast } from '../../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import * as requirements from '../../../workflows/requirements/bulk-update.ts'
import { assertBulkTexts, toBulkChanges, toBulkFields } from './bulk-fields.ts'
import { BulkUpdateInput, BulkUpdateOutput } from './bulk-update.schema.ts'

/** Maximum number of rows in one response. */
const MAX_ROWS = 1000

export const bulkUpdate = writing
  .component('author')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/components/{componentId}/rules/bulk_update',
      tags: ['Requirements'],
      summary: 'Change fields of many requirements, with a dry run',
    },
    refusal: 'Could not change requirements',
    idempotencyKey: true,
  })
  .input(BulkUpdateInput)
  .concat(rejectUnknownKeys)
  .output(BulkUpdateOutput)
  .mutation(async ({ ctx, input }) => {
    const { rule, rule_ids: ids, filter, dry_run: dryRun, audit_comment: comment } = input
    if ((ids === undefined) === (filter === undefined)) {
      throw validationError(
        'validation',
        'rule_ids',
        'Name requirements by rule_ids or by a filter, not both.',
      )
    }
    assertBulkTexts(ctx.services.env.limits, rule)
    const { rows, changed, updateId } = await requirements.bulkUpdate(toUnitOfWork(ctx), ctx.component, {
      which: { ids, status: filter?.statuses, severity: filter?.severities, text: filter?.q },
      changes: toBulkChanges(rule),
      expectedVersions: new Map(
        Object.entries(input.expected_lock_versions ?? {}).map(([id, n]) => [Number(id), n]),
      ),
      comment,
      dryRun,
    })
    const after = toBulkFields(toBulkChanges(rule))
    const all = formatCount(rows.length, 'requirement', 'requirements')
    const message = `${changed} of ${all} ${dryRun ? 'would be changed' : 'changed'}.`
    return {
      toast: createToast('Requirements changed', message, changed < rows.length ? 'warning' : 'success'),
      update_id: updateId,
      changed,
      rows: rows.slice(0, MAX_ROWS).map((row) => ({
        id: row.id,
        rule_id: row.ruleId,
        lock_version: row.lockVersion,
        before: toBulkFields(row.before),
        after,
        skipped: row.skipped,
      })),
      rows_left_out: Math.max(0, rows.length - MAX_ROWS),
    }
  })
