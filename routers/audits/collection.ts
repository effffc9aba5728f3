import { reading } from '../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { AuditPage, AuditQuery } from './read/audit-log.schema.ts'
import { readAuditPage } from './read/audit-log.ts'

const tags = ['Audit']

export const list = reading
  .auditLog()
  .meta({
    openapi: { method: 'GET', path: '/api/audits', tags, summary: 'The audit trail, newest first' },
    errors: [404],
  })
  .input(AuditQuery)
  .concat(rejectUnknownKeys)
  .output(AuditPage)
  .query(async ({ ctx, input: { page: number, per_page: size, ...filter } }) => {
    return readAuditPage(ctx.db, filter, number, size)
  })
