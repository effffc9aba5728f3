/** What decides whether entries of the activity are shown in one line. */
interface Entry {
  action: string
  auditable_type: string
  name?: string | null | undefined
  comment: string | null
}

/** The kinds of which many records are created or deleted at once. */
const KINDS = new Set(['BaseRule', 'Review'])
const ACTIONS = new Set(['create', 'destroy'])

/** Groups neighboring entries in which one person created or deleted requirements or comments without a reason. */
export function groupActivity<E extends Entry>(entries: readonly E[]): E[][] {
  const groups: E[][] = []
  for (const entry of entries) {
    const group = groups.at(-1)
    const [first] = group ?? []
    if (group && first && isAlike(first, entry)) group.push(entry)
    else groups.push([entry])
  }
  return groups
}

function isAlike(one: Entry, other: Entry): boolean {
  return (
    KINDS.has(one.auditable_type) &&
    ACTIONS.has(one.action) &&
    one.comment === null &&
    other.comment === null &&
    one.action === other.action &&
    one.auditable_type === other.auditable_type &&
    one.name === other.name
  )
}
