import { sql } from 'kysely'

/** The name of the question that an entry of `audit_entries` on an answer is about; null for others (rule C-69). */
export const questionIdOf = sql<
  string | null
>`case when audit_entries.auditable_type = 'AdditionalAnswer' then
  (select q.name from additional_answers a join additional_questions q on q.id = a.additional_question_id
    where a.id = audit_entries.auditable_id) end`
