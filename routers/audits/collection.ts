import { reading } from '../../src/access/builders.ts'
import { knownMembersOnly } from '../../src/trpc.ts'
import { auditPage } from './read/audit-trail.ts'
import { AuditPage, AuditQuery } from './read/audit-trail.schema.ts'

const tags = ['Audit']

export const list = reading
  .trail()
  .meta({
    openapi: { method: 'GET', path: '/api/audits', tags, summary: 'The audit trail, newest first' },
    errors: [404],
  })
  .input(AuditQuery)
  .concat(knownMembersOnly)
  .output(AuditPage)
  .query(async ({ ctx, input: { page: number, per_page: size, ...filter } }) => {
    return auditPage(ctx.db, filter, number, size)
  })
