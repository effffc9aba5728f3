import { sql } from 'kysely'
import type { Queries } from '../../../src/database/database.ts'
import { displayedNameSql } from '../../../src/database/requirement-name.ts'
import { wireTimeSql } from '../../../src/procedures/schemas/times.ts'
import type { DeletedRule } from './deleted.schema.ts'

/** A page of a component's deleted requirements, newest first, with who deleted each (rule C-57). */
export async function listDeletedRules(
  db: Queries,
  componentId: number,
  { page, per_page }: { page: number; per_page: number },
) {
  const { total } = await selectTombstones(db, componentId)
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow()
  const rules: DeletedRule[] = await selectTombstoneRows(db, componentId)
    .orderBy('r.deleted_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { rules, pagination: { page, per_page, total } }
}

function selectTombstones(db: Queries, componentId: number) {
  return db
    .selectFrom('rules as r')
    .where('r.component_id', '=', componentId)
    .where('r.deleted_at', 'is not', null)
}

/** Query for deleted requirements; `deleted_by` is the actor of the first audit entry since the deletion. */
function selectTombstoneRows(db: Queries, componentId: number) {
  return selectTombstones(db, componentId)
    .innerJoin('components as c', 'c.id', 'r.component_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('audit_entries as a')
          .select('a.actor_name')
          .whereRef('a.rule_id', '=', 'r.id')
          .where('a.auditable_type', '=', 'BaseRule')
          .whereRef('a.created_at', '>=', 'r.deleted_at')
          .orderBy('a.id')
          .limit(1)
          .as('by'),
      (join) => join.onTrue(),
    )
    .select([
      'r.id',
      'r.rule_id',
      displayedNameSql().as('displayed_name'),
      'r.title',
      'r.version',
      'r.status',
      wireTimeSql('r.deleted_at').as('deleted_at'),
      'by.actor_name as deleted_by',
      sql<boolean>`exists (select from requirement_relocations l
        where l.source_rule_id = r.id and l.executed_at is not null)`.as('moved'),
    ])
}
