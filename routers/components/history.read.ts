import { sql } from 'kysely'
import type { z } from 'zod'
import type { Reader } from '../../src/database.ts'
import { componentRows } from '../components.read.ts'
import type { ComponentBrief } from '../components.schema.ts'
import type { ChangeEntry, ComparedRule, HistoryEntry, InspecComparison } from './history.schema.ts'

/**
 * Milestones and the differences between them, in version order, of the components with exactly this name
 * (components 3.10): n components give 2n-1 entries, in two queries.
 */
export async function revisionHistory(db: Reader, projectId: number, name: string): Promise<HistoryEntry[]> {
  const components: ComponentBrief[] = await componentRows(db)
    .where('c.project_id', '=', projectId)
    .where('c.name', '=', name)
    .where('c.version', 'is not', null)
    .where('c.release', 'is not', null)
    .orderBy('c.version')
    .orderBy('c.release')
    .orderBy('c.id')
    .execute()
  const rules = await comparedRules(
    db,
    components.map(({ id }) => id),
  )
  return components.flatMap((component, index) => {
    const before = components[index - 1]
    if (!before) return [{ component }]
    const changes = differences(rules.get(before.id) ?? [], rules.get(component.id) ?? [])
    return [{ base_component: before, diff_component: component, changes }, { component }]
  })
}

/** Check and fix of a child come from its parent with the lowest id; a child that does not meet has none (3.5). */
async function comparedRules(db: Reader, componentIds: number[]): Promise<Map<number, ComparedRule[]>> {
  if (componentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('rules as r')
    .leftJoinLateral(
      () =>
        sql<{ id: number }>`(select p.id from satisfactions l join rules p on p.id = l.satisfied_by_rule_id
          where l.rule_id = r.id and p.deleted_at is null order by p.id limit 1)`.as('parent'),
      (join) => join.onTrue(),
    )
    .leftJoin('rules as f', (join) =>
      join
        .on(sql<boolean>`f.id = coalesce(parent.id, r.id)`)
        .on(sql<boolean>`not (parent.id is not null and r.status = 'Applicable - Does Not Meet')`),
    )
    .select([
      'r.component_id',
      'r.rule_id',
      'r.title',
      sql<
        string | null
      >`(select d.vuln_discussion from disa_descriptions d where d.rule_id = r.id order by d.id limit 1)`.as(
        'vuln_discussion',
      ),
      sql<
        string | null
      >`(select k.content from rule_checks k where k.rule_id = f.id order by k.id limit 1)`.as('check'),
      'f.fixtext as fix',
    ])
    .where('r.component_id', 'in', componentIds)
    .where('r.deleted_at', 'is', null)
    .orderBy('r.rule_id')
    .execute()
  const byComponent = new Map<number, ComparedRule[]>()
  for (const { component_id, ...rule } of rows) {
    const list = byComponent.get(component_id) ?? []
    list.push(rule)
    byComponent.set(component_id, list)
  }
  return byComponent
}

const FIELDS = ['title', 'vuln_discussion', 'check', 'fix'] as const

/** Changed requirements by number, numbers ascending; equal ones are absent. */
export function differences(base: ComparedRule[], diff: ComparedRule[]): Record<string, ChangeEntry> {
  const before = new Map(base.map((rule) => [rule.rule_id, rule]))
  const after = new Map(diff.map((rule) => [rule.rule_id, rule]))
  const changes: [string, ChangeEntry][] = []
  for (const number of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const [old, now] = [before.get(number), after.get(number)]
    if (!old && now) changes.push([number, { change: 'added', diff: now }])
    else if (old && !now) changes.push([number, { change: 'removed', base: old }])
    else if (old && now && FIELDS.some((field) => old[field] !== now[field])) {
      changes.push([number, { change: 'updated', base: old, diff: now }])
    }
  }
  return Object.fromEntries(changes)
}

/** The InSpec files of two STIG components by requirement number, in one query. */
export async function compareInspec(
  db: Reader,
  baseId: number,
  diffId: number,
): Promise<z.infer<typeof InspecComparison>> {
  const rows = await db
    .selectFrom('rules')
    .select(['component_id', 'rule_id', 'inspec_control_file'])
    .where('component_id', 'in', [baseId, diffId])
    .where('deleted_at', 'is', null)
    .orderBy('rule_id')
    .execute()
  const data: z.infer<typeof InspecComparison>['data'] = {}
  for (const row of rows) {
    const entry = (data[row.rule_id] ??= { base: null, diff: null, changed: false })
    if (row.component_id === baseId) entry.base = row.inspec_control_file
    if (row.component_id === diffId) entry.diff = row.inspec_control_file
  }
  for (const entry of Object.values(data)) entry.changed = entry.base !== entry.diff
  return { data, meta: { base_id: baseId, diff_id: diffId, rules_count: Object.keys(data).length } }
}
