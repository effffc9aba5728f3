import { z } from 'zod'
import { mayLag, reading } from '../../src/access/builders.ts'
import { page, perPage } from '../../src/wire/shapes.ts'
import { knownMembersOnly } from '../../src/trpc.ts'
import { auditPage, withDifferences } from '../audits/read/audit-trail.ts'
import { AuditFilter, RuleHistoryPage } from '../audits/read/audit-trail.schema.ts'
import { readableBy } from '../audits/read/histories.ts'

const tags = ['Audit']

export const ofRule = reading
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
  .concat(knownMembersOnly)
  .output(RuleHistoryPage)
  .query(async ({ ctx, input }) => {
    const filter: AuditFilter = { rule_id: input.ruleId }
    const { which } = readableBy(ctx.standing)
    const { rows, pagination } = await auditPage(ctx.db, filter, input.page, input.per_page, which)
    return { rows: await withDifferences(ctx.services.computing, rows), pagination }
  })
