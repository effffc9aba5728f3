import { sql } from 'kysely'
import type { RelocationDestination } from '../../entities/relocation.ts'
import type { Rule } from '../../entities/rule.ts'
import { technologySql } from '../../entities/technology.ts'
import type { Queries } from '../../src/database/database.ts'
import { releaseLineSql } from '../../src/database/newest-release.ts'
import { preparedQuery } from '../../src/database/prepared-query.ts'
import { notFoundError } from '../../src/errors.ts'

/** SQL: component `t` is, or is inside, the target that proposal `l` names; true without a named target. */
export const IS_NAMED_TARGET = sql<boolean>`case l.named_target when 'Component' then t.id is not distinct from l.target_component_id
  when 'Project' then t.project_id is not distinct from l.target_project_id else true end`

/**
 * SQL: the technology of component `t` is that of proposal `l`: the leading letters of its prefix, or more of
 * it.
 */
export const MATCHES_TECHNOLOGY = sql<boolean>`upper(btrim(l.target_technology_token)) in
  (coalesce(${sql.raw(technologySql('t'))}, t.prefix), split_part(t.prefix, '-', 1), t.prefix)`

/** SQL: the proposer of `l` can see the project of `t`; the source project is always visible. */
const VISIBLE_TO_PROPOSER = sql<boolean>`(l.named_target is not null
  or t.project_id = (select project_id from components where id = l.component_id)
  or exists (select from projects p where p.id = t.project_id and p.visibility = 'discoverable')
  or exists (select from users u where u.id = l.requested_by_id and u.admin)
  or exists (select from memberships m where m.user_id = l.requested_by_id
    and (m.project_id = t.project_id
      or m.component_id in (select id from components where project_id = t.project_id))))`

/**
 * SQL: a component declares the SRG, in any release, from which a requirement descends; true for new ones.
 */
export function declaresLineageSql(componentId: ReturnType<typeof sql>, ruleId: ReturnType<typeof sql>) {
  return sql<boolean>`not exists (select from rules r join srg_rules s on s.id = r.derived_from_srg_rule_id
    join srgs g on g.id = s.srg_id where r.id = ${ruleId} and not exists (select from component_sources cs
      join srgs o on o.id = cs.srg_id where cs.component_id = ${componentId} and ${releaseLineSql('srgs', 'o')} = ${releaseLineSql('srgs', 'g')}))`
}

/** Reads the facts of a relocation destination with one query. */
export async function readDestination(
  db: Queries,
  { relocation, rule }: { relocation: { id: number }; rule: Rule },
  targetId: number,
): Promise<RelocationDestination & { name: string }> {
  const [row] = await selectDestination(db, relocation.id, rule.componentId, rule.id, targetId)
  if (!row) throw notFoundError()
  return row
}

const selectDestination = preparedQuery<
  RelocationDestination & { name: string },
  [relocationId: number, componentId: number, ruleId: number, targetId: number]
>((db, relocationId, componentId, ruleId, targetId) =>
  db
    .selectFrom('components as t')
    .innerJoin('requirement_relocations as l', (join) => join.on('l.id', '=', relocationId))
    .select([
      't.name',
      't.document_type as documentType',
      't.released',
      't.next_rule_number as nextRuleNumber',
      sql<boolean>`(select released from components where id = ${componentId})`.as('sourceReleased'),
      sql<boolean>`t.id = ${componentId}`.as('sameComponent'),
      declaresLineageSql(sql`t.id`, sql`${ruleId}`).as('declaresLineage'),
      IS_NAMED_TARGET.as('isNamedTarget'),
      MATCHES_TECHNOLOGY.as('matchesTechnology'),
      VISIBLE_TO_PROPOSER.as('visibleToProposer'),
    ])
    .where('t.id', '=', targetId),
)
