import { sql } from 'kysely'
import { z } from 'zod'
import { commenting } from '../../src/access.ts'
import type { Reader } from '../../src/database.ts'
import { notFound } from '../../src/errors.ts'
import { pathId } from '../../src/shapes.ts'
import { router } from '../../src/trpc.ts'
import { assertReason, auditComment } from './audit-comment.ts'

const tags = ['Comments and reviews']
const RedactInput = z.object({ destroyedId: pathId, audit_comment: auditComment })
const RedactOutput = z
  .object({ destroyed_id: z.int(), redacted_entries: z.int() })
  .meta({ id: 'RedactAnswer', description: 'How many audit entries lost a text; 0 when it was done before.' })

/** Personal data in comments that are gone already (T-44). */
export const redacting = router({
  redactDestroyed: commenting
    .component('project admin')
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/components/{componentId}/destroyed_reviews/{destroyedId}/redact',
        tags,
        summary: 'Take the text of a deleted comment and its thread out of the audit trail; hashes stay',
      },
      refusal: 'Could not redact',
      limits: ['review_write'],
    })
    .input(RedactInput)
    .output(RedactOutput)
    .mutation(async ({ ctx, input: { componentId, destroyedId, audit_comment: reason } }) => {
      const { db, trail, standing } = ctx
      assertReason(ctx.services, reason)
      const count = await redact(db, componentId, destroyedId)
      if (count === null) throw notFound()
      if (count > 0) {
        trail.record({
          action: 'redact_destroyed_review',
          auditableType: 'Component',
          auditableId: componentId,
          associatedType: 'Project',
          associatedId: standing.projectId,
          projectId: standing.projectId,
          componentId,
          changes: { review_id: destroyedId, redacted_entries: count },
          comment: reason,
        })
      }
      return { destroyed_id: destroyedId, redacted_entries: count }
    }),
})

/** Puts hashes in the place of the texts; the number of entries changed, or null without such a deletion. */
async function redact(db: Reader, componentId: number, destroyedId: number): Promise<number | null> {
  const { rows: deletions } = await sql<{ id: number; ids: number[] }>`
    select id, array(select (s ->> 'id')::int from jsonb_array_elements(changes -> 'destroyed_review_snapshots') s) as ids
    from audit_entries
    where auditable_type = 'Component' and auditable_id = ${componentId} and action = 'admin_destroy_review'
      and changes @> jsonb_build_object('review_id', ${destroyedId}::int)`.execute(db)
  const [deletion] = deletions
  if (!deletion) return null
  await sql`select set_config('audit.redaction', 'on', true)`.execute(db)
  const { rows } = await sql<{ count: number }>`
    with hashed as (
      select id, case when id = ${deletion.id} then jsonb_set(changes, '{destroyed_review_snapshots}', (
          select jsonb_agg(jsonb_set(s, '{comment}', redacted_text(s -> 'comment')) order by place)
          from jsonb_array_elements(changes -> 'destroyed_review_snapshots') with ordinality as n(s, place)))
        else jsonb_set(changes, '{comment}', redacted_text(changes -> 'comment')) end as changes
      from audit_entries
      where id = ${deletion.id} or (auditable_type = 'Review'
        and auditable_id = any(${sql.val(deletion.ids)}::integer[]) and changes -> 'comment' is not null)
    ), done as (
      update audit_entries a set changes = h.changes from hashed h where a.id = h.id and a.changes <> h.changes
      returning a.id
    )
    select count(*)::int as count from done`.execute(db)
  await sql`select set_config('audit.redaction', 'off', true)`.execute(db)
  return rows[0]?.count ?? 0
}
