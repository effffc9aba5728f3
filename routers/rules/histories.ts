import { z } from 'zod'
import { withReplica, reading } from '../../src/procedures/access/builders.ts'
import { page, perPage } from '../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { createWorkersForRead } from '../../src/workers/workers-for-request.ts'
import { RuleHistoryPage } from '../audits/read/audit-log.schema.ts'
import { addDifferences } from '../audits/read/audit-log.ts'
import { readRulePage } from '../audits/read/histories.ts'

const tags = ['Audit']

export const ofRule = reading
  .rule('show')
  .use(withReplica)
  .meta({
    openapi: {
      method: 'GET',
      path: '/rules/{ruleId}/histories',
      tags,
      summary: 'The history of a requirement, texts by word',
    },
  })
  .input(z.object({ page, per_page: perPage(100) }))
  .concat(rejectUnknownKeys)
  .output(RuleHistoryPage)
  .query(async ({ ctx, signal, input }) => {
    const { ruleId, page: number, per_page } = input
    const { rows, total } = await readRulePage(ctx.db, ruleId, ctx.effectiveAccess, {
      page: number,
      per_page,
    })
    const pagination = { page: number, per_page, total }
    return { rows: await addDifferences(createWorkersForRead({ ctx, signal }), rows), pagination }
  })
