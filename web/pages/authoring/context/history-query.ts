import { api } from '../../../api/client.ts'

export const HISTORY_PAGE_SIZE = 30

/** The query of a page of a requirement's history, newest first. */
export const createHistoryQuery = (ruleId: number, page = 1) =>
  api.audits.ofRule.queryOptions({ ruleId, page, per_page: HISTORY_PAGE_SIZE })
