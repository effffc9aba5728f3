import { sql } from 'kysely'
import { displayedNameSql } from '../../database/requirement-name.ts'

/**
 * The rows of `createRuleEntriesStatement` for requirements that its statement inserted as `inserted_rules`, with id,
 * component, number, title, version, status and severity.
 */
export const CREATED_RULES = sql`select r.id, ${displayedNameSql()} as name, null::text as comment,
    jsonb_build_object('title', r.title, 'version', r.version, 'status', r.status, 'rule_severity', r.rule_severity) as changes
  from inserted_rules r join components c on c.id = r.component_id order by r.rule_id collate "C"`
