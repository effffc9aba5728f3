import { z } from 'zod'
import { mayLag, reading } from '../../src/access/builders.ts'
import { page, perPage } from '../../src/wire/shapes.ts'
import { knownMembersOnly } from '../../src/trpc.ts'
import { withDifferences } from '../audits/read/audit-trail.ts'
import { RuleHistoryPage } from '../audits/read/audit-trail.schema.ts'
import { rulePage } from '../audits/read/histories.ts'

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
    const { ruleId, page: number, per_page } = input
    const { rows, total } = await rulePage(ctx.db, ruleId, ctx.standing, { page: number, per_page })
    const pagination = { page: number, per_page, total }
    return { rows: await withDifferences(ctx.services.computing, rows), pagination }
  })
