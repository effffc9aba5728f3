/** The filters of the comment list as SQL conditions; `$1` is the project and `$2` the viewer. */

/** Top-level comments on components and live requirements. */
export const TOP_LEVEL = `v.action = 'comment' and v.responding_to_review_id is null
    and not exists (select from rules d where d.id = v.rule_id and d.deleted_at is not null)`

export const COMMENTS = `v.project_id = $1 and ${TOP_LEVEL}`

/** Conditions without parameters, by filter and value; those with parameters are below. */
const FIXED: Record<string, Record<string, string>> = {
  triage_status: { all: 'true' },
  section: { all: 'true', none: 'v.section is null' },
  resolved: { all: 'true', true: 'v.adjudicated_at is not null', false: 'v.adjudicated_at is null' },
  assignee_id: { none: 'v.assignee_id is null' },
  overdue: {
    true: 'v.due_on < current_date and v.adjudicated_at is null',
    false: '(v.due_on is null or v.due_on >= current_date or v.adjudicated_at is not null)',
  },
}

const BY_VALUE: Record<string, (parameter: string) => string> = {
  triage_status: (parameter) => `v.triage_status = ${parameter}`,
  section: (parameter) => `v.section = ${parameter}`,
  component_id: (parameter) => `v.component_id = ${parameter}`,
  author_id: (parameter) => `v.user_id = ${parameter}`,
  assignee_id: (parameter) => `v.assignee_id = ${parameter}`,
  q: (parameter) => `v.comment ilike '%' || ${parameter} || '%'`,
}

/** The conditions of a request, a name for its prepared statement, and the values. */
export function toConditions(query: Record<string, string>) {
  const texts = [COMMENTS]
  const names: string[] = []
  const values: string[] = []
  for (const [parameter, value] of Object.entries({ triage_status: 'pending', ...query })) {
    const fixed = FIXED[parameter]?.[value]
    const byValue = BY_VALUE[parameter]
    if (fixed === undefined && byValue) values.push(value)
    const text = fixed ?? byValue?.(`$${values.length + 2}`)
    if (text === undefined) continue
    texts.push(text)
    names.push(fixed === undefined ? parameter : `${parameter}=${value}`)
  }
  return { text: texts.join(' and '), name: names.join(' '), values }
}

/** Whether the counts by status do not contain the total. */
export function isNarrowing(query: Record<string, string>): boolean {
  return ['section', 'author_id', 'assignee_id', 'q', 'overdue'].some((parameter) => parameter in query)
}
