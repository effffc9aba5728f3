import { sql } from 'kysely'

/** SQL for the question id of an audit entry about an additional answer; null for other entries (rule C-69). */
export const questionIdSql = sql<
  string | null
>`case when audit_entries.auditable_type = 'AdditionalAnswer' then
  (select q.name from additional_answers a join additional_questions q on q.id = a.additional_question_id
    where a.id = audit_entries.auditable_id) end`
