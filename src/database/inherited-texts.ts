import { sql } from 'kysely'
import { DOES_NOT_MEET } from '../vocabulary.ts'

/**
 * Beside a requirement `r`, `parent` with the id of the one that satisfies it, and `f`, whose check and fix are read as
 * its own: those of a child come from its parent with the lowest id, and a child that does not meet has none (rule C-42).
 */
export const INHERITED_TEXTS = sql`left join lateral (select p.id from satisfactions l join rules p on p.id = l.satisfied_by_rule_id
    where l.rule_id = r.id and p.deleted_at is null order by p.id limit 1) parent on true
  left join rules f on f.id = coalesce(parent.id, r.id)
    and not (parent.id is not null and r.status = ${sql.lit(DOES_NOT_MEET)})`
