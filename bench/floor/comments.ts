import { Hono } from 'hono'
import { findProjectRole, findSession } from './access.ts'
import { selectRows, toTime, type Row } from './database.ts'
import { toConditions, COMMENTS, isNarrowing } from './filters.ts'
import { toCounts, TALLY_LINES, sumCounts } from './summaries.ts'

/** The rows of a page; limits the comments before it joins other tables. */
export const PAGE = (condition: string, page: number) => `
  select v.id, v.comment, v.created_at, v.updated_at, v.lock_version, v.triage_status, v.triage_set_at, v.adjudicated_at,
    v.section, v.commentable_type, v.rule_id, v.project_id, v.component_id, v.user_id, v.duplicate_of_review_id, v.addressed_by_rule_id,
    v.assignee_id, v.due_on, c.name as component_name, c.prefix, s.title, s.version,
    s.id = (select n.id from srgs n where n.srg_id = s.srg_id order by n.version_major desc nulls last, n.version_minor desc nulls last, n.id desc limit 1) as is_latest,
    r.rule_id as rule_number, a.rule_id as addressed_number,
    (select q.rule_id from satisfactions f join rules q on q.id = f.satisfied_by_rule_id where f.rule_id = v.rule_id and q.deleted_at is null order by q.id limit 1) as parent_number,
    cu.name as commenter_name, tu.name as triager_name, au.name as adjudicator_name,
    (select count(*) from reviews y where y.responding_to_review_id = v.id)::int as responses_count,
    (select count(*) from reactions x where x.review_id = v.id and x.kind = 'up')::int as up,
    (select count(*) from reactions x where x.review_id = v.id and x.kind = 'down')::int as down,
    (select x.kind from reactions x where x.review_id = v.id and x.user_id = $2) as mine
  from (select * from reviews v where ${condition}
      order by v.created_at desc, v.id desc limit 25 offset ${25 * (page - 1)}) v
  join components c on c.id = v.component_id
  join srgs s on s.id = c.security_requirements_guide_id
  left join rules r on r.id = v.rule_id
  left join rules a on a.id = v.addressed_by_rule_id
  left join users cu on cu.id = v.user_id
  left join users tu on tu.id = v.triage_set_by_id
  left join users au on au.id = v.adjudicated_by_id
  order by v.created_at desc, v.id desc`

const toDisplayedName = (row: Row, number: unknown) =>
  number === null ? null : [row['prefix'], number].join('-')

/** The members of a comment in lists. */
export const toListRow = (row: Row): Row => ({
  id: row['id'],
  comment: row['comment'],
  created_at: toTime(row['created_at']),
  updated_at: toTime(row['updated_at']),
  lock_version: row['lock_version'],
  triage_status: row['triage_status'],
  triage_set_at: toTime(row['triage_set_at']),
  adjudicated_at: toTime(row['adjudicated_at']),
  section: row['section'],
  commentable_type: row['commentable_type'],
  rule_id: row['rule_id'],
  rule_displayed_name: toDisplayedName(row, row['rule_number']),
  parent_rule_displayed_name: toDisplayedName(row, row['parent_number']),
  author_name: row['commenter_name'],
  duplicate_of_review_id: row['duplicate_of_review_id'],
  addressed_by_rule_id: row['addressed_by_rule_id'],
  addressed_by_rule_name: toDisplayedName(row, row['addressed_number']),
  srg_info: { title: row['title'], version: row['version'], is_latest: row['is_latest'] },
  responses_count: row['responses_count'],
  reactions: { up: row['up'], down: row['down'], mine: row['mine'] },
})

/** The comments of a project, with every filter of the list. */
export const comments = new Hono()

comments.get('/projects/:id/comments', async (c) => {
  const session = await findSession(c)
  const id = Number(c.req.param('id'))
  if (!session || !(await findProjectRole(session['user_id'], id))) return c.json({}, 404)
  const query = c.req.query()
  const number = Number(query['page'] ?? 1)
  const { text, name: kind, values } = toConditions(query)
  const [page, tally, counted] = await Promise.all([
    selectRows(`page ${number} ${kind}`, PAGE(text, number), [id, session['user_id'], ...values]),
    readStatusCounts(id, query['component_id']),
    isNarrowing(query) ? countComments(kind, text, [id, ...values]) : null,
  ])
  const status_counts = toCounts(tally)
  return c.json({
    rows: page.map((row) => ({
      ...toListRow(row),
      triager_display_name: row['triager_name'],
      triager_imported: false,
      adjudicator_display_name: row['adjudicator_name'],
      adjudicator_imported: false,
      assignee_id: row['assignee_id'],
      due_on: row['due_on'],
      component_id: row['component_id'],
      component_name: row['component_name'],
    })),
    pagination: { page: number, per_page: 25, total: counted ?? readTotal(tally, query) },
    status_counts,
  })
})

function readStatusCounts(projectId: number, componentId: string | undefined): Promise<Row[]> {
  const condition = componentId === undefined ? '' : 'and v.component_id = $2'
  const values = componentId === undefined ? [projectId] : [projectId, componentId]
  return selectRows(
    `tally ${condition}`,
    `${TALLY_LINES} where ${COMMENTS} ${condition} group by 1, 2`,
    values,
  )
}

async function countComments(kind: string, condition: string, values: unknown[]): Promise<number> {
  const numbered = condition.replaceAll(/\$(\d+)/g, (_, n: string) =>
    n === '1' ? '$1' : `$${Number(n) - 1}`,
  )
  const [row] = await selectRows(
    `count ${kind}`,
    `select count(*)::int as count from reviews v where ${numbered}`,
    values,
  )
  return Number(row?.['count'])
}

function readTotal(
  tally: Row[],
  { triage_status: status = 'pending', resolved = 'all' }: Record<string, string>,
) {
  return sumCounts(
    tally.filter(
      (line) =>
        (status === 'all' || line['status'] === status) &&
        (resolved === 'all' || line['closed'] === (resolved === 'true')),
    ),
  )
}
