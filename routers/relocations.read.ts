import { sql } from 'kysely'
import type { z } from 'zod'
import type { Landing } from '../entities/relocation.ts'
import type { Rule } from '../entities/rule.ts'
import type { Actor } from '../src/context.ts'
import type { Reader } from '../src/database.ts'
import { notFound } from '../src/errors.ts'
import { paged, type WholeListPage } from '../src/whole-lists.ts'
import { wireTimeSql } from '../src/wire-time.ts'
import { visibleComponents } from './components/visible.ts'
import type { Destinations, RelocationView } from './relocations.schema.ts'

function relocationRows(db: Reader) {
  return db
    .selectFrom('requirement_relocations as l')
    .innerJoin('components as c', 'c.id', 'l.component_id')
    .select([
      'l.id',
      'l.source_rule_id',
      'l.target_technology_token',
      wireTimeSql('l.created_at').as('created_at'),
      wireTimeSql<string | null>('l.declined_at').as('declined_at'),
      'l.adjudication_rationale',
      'l.source_displayed_name',
      'l.component_id',
      'c.name as component_name',
      'l.requested_by_name',
      'l.declined_by_name',
    ])
}

export async function relocationById(db: Reader, id: number): Promise<RelocationView> {
  const row = await relocationRows(db).where('l.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/**
 * Open and declined proposals of the caller's projects, and open ones that a component on which the caller is author
 * could accept, oldest first (components 4.4).
 */
export function knownRelocations(
  db: Reader,
  actor: Actor,
  {
    target_technology_token: token,
    ...page
  }: WholeListPage & { target_technology_token?: string | undefined },
): Promise<RelocationView[]> {
  const mine = sql<boolean>`exists (select from memberships m where m.user_id = ${actor.id}
    and (m.project_id = c.project_id or m.component_id = c.id))`
  const acceptable = sql<boolean>`l.declined_at is null and exists (select from components t
    join memberships m on m.user_id = ${actor.id} and m.role <> 'viewer' and (m.project_id = t.project_id or m.component_id = t.id)
    where t.document_type = 'srg' and not t.released and t.id <> l.component_id and ${declares(sql`t.id`, sql`l.source_rule_id`)})`
  const query = relocationRows(db)
    .where('l.executed_at', 'is', null)
    .$if(!actor.admin, (narrow) => narrow.where((eb) => eb.or([mine, acceptable])))
    .$if(token !== undefined, (narrow) => narrow.where('l.target_technology_token', '=', token ?? ''))
  return paged(query.orderBy('l.created_at').orderBy('l.id'), page).execute()
}

/** Whether a component declares the SRG, in any release, that a requirement descends from; true for net-new ones. */
function declares(componentId: ReturnType<typeof sql>, ruleId: ReturnType<typeof sql>) {
  return sql<boolean>`not exists (select from rules r join srg_rules s on s.id = r.derived_from_srg_rule_id
    join srgs g on g.id = s.srg_id where r.id = ${ruleId} and not exists (select from component_sources cs
      join srgs o on o.id = cs.srg_id where cs.component_id = ${componentId} and o.srg_id = g.srg_id))`
}

/** What decides on a landing, in one query. */
export async function landingOf(
  db: Reader,
  rule: Rule,
  targetId: number,
): Promise<Landing & { name: string }> {
  const row = await db
    .selectFrom('components as t')
    .select([
      't.name',
      't.document_type as documentType',
      't.released',
      't.next_rule_number as nextRuleNumber',
      sql<boolean>`(select released from components where id = ${rule.componentId})`.as('sourceReleased'),
      sql<boolean>`t.id = ${rule.componentId}`.as('sameComponent'),
      declares(sql`t.id`, sql`${rule.id}`).as('declaresLineage'),
    ])
    .where('t.id', '=', targetId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Technologies that requirements could move to; a component still in work stands for its token. */
export async function destinations(
  db: Reader,
  actor: Actor,
  page: WholeListPage,
): Promise<z.infer<typeof Destinations>> {
  const token = sql<string>`substring(c.prefix from '^[A-Z]+')`
  const rows = visibleComponents(db, actor)
    .distinctOn(token)
    .select([token.as('token'), 'c.name', 'c.released'])
    .where('c.document_type', '=', 'srg')
    .where(sql<boolean>`c.prefix ~ '^[A-Z]'`)
    .orderBy(sql`${token}, c.released, c.id`)
  return paged(rows, page).execute()
}
