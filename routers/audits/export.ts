import { z } from 'zod'
import { DomainError } from '../../src/errors.ts'
import { toCsvLine } from '../../src/formats/csv.ts'
import { createTextStream } from '../../src/lib/text-stream.ts'
import { reading } from '../../src/procedures/access/builders.ts'
import { text } from '../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { auditFilter } from './read/audit-log.schema.ts'
import { streamAuditLog } from './read/audit-log.ts'
import type { AuditEntryView } from './read/histories.schema.ts'

const tags = ['Audit']

/** Media types of the exported files. */
export const AUDIT_LOG_TYPES = ['text/csv', 'application/jsonl']

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

export const exportAuditLog = reading
  .auditLog()
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/audits/export/{type}',
      tags,
      summary: 'The audit trail as a file',
    },
    supportsAsync: true,
    produces: AUDIT_LOG_TYPES,
    errors: [400],
  })
  .input(z.object({ type: text(20).meta({ enum: ['csv', 'jsonl'] }), ...auditFilter }))
  .concat(rejectUnknownKeys)
  .use(({ input: { type }, next }) => {
    if (type === 'csv' || type === 'jsonl') return next({ ctx: { type } as const })
    throw new DomainError('malformed', 'parameter_invalid', 'The type is csv or jsonl.')
  })
  .output(z.custom<Response>().meta({ override: { type: 'string' } }))
  .query(async ({ ctx, input }) => {
    const { type } = ctx
    const chunks = formatEntries(type, streamAuditLog(ctx.db, input))
    return new Response(createTextStream(chunks), {
      headers: {
        'content-type': type === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl',
        'content-disposition': `attachment; filename="audits.${type}"`,
      },
    })
  })

async function* formatEntries(
  type: 'csv' | 'jsonl',
  auditLog: AsyncGenerator<AuditEntryView[]>,
): AsyncGenerator<string> {
  if (type === 'csv') yield toCsvLine([...COLUMNS, 'audited_changes', 'occurrences'])
  for await (const rows of auditLog) {
    yield rows.map((row) => (type === 'csv' ? toCsvRow(row) : `${JSON.stringify(row)}\n`)).join('')
  }
}

function toCsvRow(row: AuditEntryView): string {
  const changes = JSON.stringify(row.audited_changes)
  return toCsvLine([...COLUMNS.map((name) => row[name]), changes, row.occurrences])
}
