import { sql } from 'kysely'
import { DOES_NOT_MEET } from '../vocabulary.ts'
import { parentOf } from './satisfiers.ts'

/**
 * Beside a requirement `r`, `parent` with the id of the one that satisfies it, and `f`, whose check and fix are read as
 * its own: those of a child come from its parent with the lowest id, and a child that does not meet has none (rule C-42).
 */
export const INHERITED_TEXTS = sql`left join lateral ${parentOf('r.id', sql`o.id`)} parent on true
  left join rules f on f.id = coalesce(parent.id, r.id)
    and not (parent.id is not null and r.status = ${sql.lit(DOES_NOT_MEET)})`
