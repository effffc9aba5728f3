import { Hono } from 'hono'
import { formatNistControls } from '../../src/formats/cci.ts'
import { findComponentRole, findSession } from './access.ts'
import { selectRows, toTime } from './database.ts'
import { THREADS } from './rows/requirements.ts'

/** Statistics and picker of a component. */
export const components = new Hono()

components.get('/api/components/:id/stats', async (c) => {
  const session = await findSession(c)
  const id = Number(c.req.param('id'))
  if (!session || !(await findComponentRole(session['user_id'], id))) return c.json({}, 404)
  const [component] = await selectRows(
    'stats',
    `select count(*)::int as rule_count, count(*) filter (where locked)::int as locked,
      count(*) filter (where status = 'Not Yet Determined')::int as nyd, count(*) filter (where status = 'Applicable - Configurable')::int as ac,
      count(*) filter (where status = 'Applicable - Inherently Meets')::int as aim, count(*) filter (where status = 'Applicable - Does Not Meet')::int as adnm,
      count(*) filter (where status = 'Not Applicable')::int as na, count(*) filter (where rule_severity = 'high')::int as high,
      count(*) filter (where rule_severity = 'medium')::int as medium, count(*) filter (where rule_severity = 'low')::int as low
     from rules where component_id = $1 and deleted_at is null`,
    [id],
  )
  if (!component) return c.json({}, 404)
  const count = Number(component['rule_count'])
  const toPercent = (part: number) => Math.round((part * 1000) / count) / 10
  return c.json({
    document_type: 'stig',
    rules_by_status: {
      not_yet_determined: component['nyd'],
      applicable_configurable: component['ac'],
      applicable_inherently_meets: component['aim'],
      applicable_does_not_meet: component['adnm'],
      not_applicable: component['na'],
    },
    rules_by_severity: { high: component['high'], medium: component['medium'], low: component['low'] },
    rule_count: count,
    completion_pct: toPercent(count - Number(component['nyd'])),
    lock_pct: toPercent(Number(component['locked'])),
  })
})

components.get('/components/:id/rules_picker', async (c) => {
  const session = await findSession(c)
  const id = Number(c.req.param('id'))
  if (!session || !(await findComponentRole(session['user_id'], id))) return c.json({}, 404)
  const [page, links, summaries] = await Promise.all([
    selectRows(
      'picker',
      `select r.id, r.rule_id, r.title, r.version, r.status, r.rule_severity, r.locked, r.review_requestor_id, r.changes_requested,
        r.locked_fields, r.lock_version, r.updated_at, r.ident,
        (select json_build_object('open', count(*) filter (where v.adjudicated_at is null), 'total', count(*)) from reviews v
          where v.rule_id = r.id and v.action = 'comment' and v.responding_to_review_id is null) as comment_counts, c.prefix || '-' || r.rule_id as displayed_name from rules r join components c on c.id = r.component_id
       where r.component_id = $1 and r.deleted_at is null order by r.rule_id, r.id`,
      [id],
    ),
    selectRows('links', 'select rule_id, satisfied_by_rule_id from satisfactions where component_id = $1', [
      id,
    ]),
    selectRows('summaries', THREADS, [id]),
  ])
  const summaryByRule = new Map(
    summaries.map((row) => [row['rule_id'], { open: row['open'], total: row['total'] }]),
  )
  return c.json({
    rules: page.map(({ ident, updated_at, ...row }) => ({
      ...row,
      updated_at: toTime(updated_at),
      nist_control_family: formatNistControls(typeof ident === 'string' ? ident : null),
      comment_summary: summaryByRule.get(row['id']) ?? { open: 0, total: 0 },
      satisfies: links.filter((link) => link['satisfied_by_rule_id'] === row['id']),
      satisfied_by: links.filter((link) => link['rule_id'] === row['id']),
    })),
  })
})
