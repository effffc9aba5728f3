import { sql } from 'kysely'
import type { z } from 'zod'
import { isFrozen } from '../../../../entities/comment-window.ts'
import type { Queries } from '../../../../src/database/database.ts'
import { wireTimeSql } from '../../../../src/procedures/schemas/times.ts'
import { CONTENT_STATE } from '../../../../workflows/components/rebase/rebase-sources.ts'
import type { LastRebaseOutput } from '../../revisions/rebase.schema.ts'

type LastRebase = z.infer<typeof LastRebaseOutput>['rebase']

/** Reads the last rebase of a component; null if it can't be undone (rule C-96). */
export async function readLastRebase(db: Queries, componentId: number): Promise<LastRebase> {
  const row = await db
    .selectFrom('component_rebases as b')
    .innerJoin('components as c', 'c.id', 'b.component_id')
    .leftJoin('users as u', 'u.id', 'b.user_id')
    .select([
      'b.id',
      wireTimeSql('b.created_at').as('created_at'),
      'u.name as user_name',
      'c.comment_phase',
      'c.closed_reason',
    ])
    .where('c.id', '=', componentId)
    .where('c.released', '=', false)
    .where('b.state', '=', CONTENT_STATE)
    .where(
      sql<boolean>`not exists (select from jsonb_array_elements_text(b.source_srg_ids) as s (id)
        where s.id::integer not in (select g.id from srgs g))`,
    )
    .executeTakeFirst()
  if (!row || isFrozen(row)) return null
  const { id, user_name, created_at } = row
  return { id, user_name, created_at }
}
