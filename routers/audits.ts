import { z } from 'zod'
import { mayLag, reading } from '../src/access.ts'
import { DomainError } from '../src/errors.ts'
import { csvLine } from '../src/formats/csv.ts'
import { page, perPage, text } from '../src/shapes.ts'
import { router } from '../src/trpc.ts'
import { assertMayAudit, auditPage, auditTrail, withDifferences } from './audits.read.ts'
import { AuditFilter, AuditPage, AuditQuery, auditFilter, RuleHistoryPage } from './audits.schema.ts'
import type { AuditEntryView } from './histories.schema.ts'

const tags = ['Audit']

/** The audit trail (components 4.7). */
export const audits = router({
  list: reading.signedIn
    .meta({
      openapi: { method: 'GET', path: '/api/audits', tags, summary: 'The audit trail, newest first' },
      access: { record: 'target', needs: 'viewer; system admin without one' },
      errors: [404],
    })
    .input(AuditQuery)
    .output(AuditPage)
    .query(async ({ ctx, input: { page: number, per_page: size, ...filter } }) => {
      await assertMayAudit(ctx.db, ctx.actor, filter)
      return auditPage(ctx.db, filter, number, size)
    }),

  export: reading.signedIn
    .meta({
      openapi: {
        method: 'GET',
        path: '/api/audits/export/{type}',
        tags,
        summary: 'The audit trail as a file',
      },
      access: { record: 'target', needs: 'viewer; system admin without one' },
      produces: ['text/csv', 'application/jsonl'],
      errors: [400],
    })
    .input(z.object({ type: text(20), ...auditFilter }))
    .output(z.custom<Response>().meta({ override: { type: 'string' } }))
    .query(async ({ ctx, input: { type, ...filter } }) => {
      await assertMayAudit(ctx.db, ctx.actor, filter)
      if (type !== 'csv' && type !== 'jsonl') {
        throw new DomainError('malformed', 'parameter_invalid', 'The type is csv or jsonl.')
      }
      const chunks = fileOf(type, auditTrail(ctx.db, filter))
      return new Response(ReadableStream.from(chunks).pipeThrough(new TextEncoderStream()), {
        headers: {
          'content-type': type === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl',
          'content-disposition': `attachment; filename="audits.${type}"`,
        },
      })
    }),

  ofRule: reading
    .rule('show')
    .use(mayLag)
    .meta({
      openapi: {
        method: 'GET',
        path: '/rules/{ruleId}/histories',
        tags,
        summary: 'The history of a requirement, texts by word',
      },
    })
    .input(z.object({ page, per_page: perPage(100) }))
    .output(RuleHistoryPage)
    .query(async ({ ctx, input }) => {
      const filter: AuditFilter = { rule_id: input.ruleId }
      const { rows, pagination } = await auditPage(ctx.db, filter, input.page, input.per_page)
      return { rows: rows.map(withDifferences), pagination }
    }),
})

const COLUMNS = [
  'id',
  'created_at',
  'name',
  'action',
  'auditable_type',
  'auditable_id',
  'audited_name',
  'comment',
] as const

async function* fileOf(
  type: 'csv' | 'jsonl',
  trail: AsyncGenerator<AuditEntryView[]>,
): AsyncGenerator<string> {
  if (type === 'csv') yield csvLine([...COLUMNS, 'audited_changes'])
  for await (const rows of trail) {
    yield type === 'csv'
      ? rows
          .map((row) => csvLine([...COLUMNS.map((name) => row[name]), JSON.stringify(row.audited_changes)]))
          .join('')
      : rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  }
}
