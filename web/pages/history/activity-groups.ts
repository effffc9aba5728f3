/** The fields that decide whether activity entries are shown in one line. */
interface Entry {
  action: string
  auditable_type: string
  name?: string | null | undefined
  comment: string | null
  audited_changes: readonly { field: string; new_value?: unknown }[]
}

/** The record types that often change in bulk. */
const KINDS = new Set(['BaseRule', 'Review'])

/**
 * Groups neighboring entries in which one person did the same to several requirements or comments: created or deleted
 * them, or made the same changes for the same reason.
 */
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

function isAlike(entry: Entry, other: Entry): boolean {
  return (
    KINDS.has(entry.auditable_type) &&
    entry.action === other.action &&
    entry.auditable_type === other.auditable_type &&
    entry.name === other.name &&
    entry.comment === other.comment &&
    (entry.action === 'update'
      ? isEqual(entry.audited_changes, other.audited_changes)
      : findStep(entry) === findStep(other))
  )
}

/** Comments and the steps of a review cycle are records of one type. */
function findStep({ audited_changes: changes }: Entry): unknown {
  return changes.find(({ field }) => field === 'action')?.new_value
}

function isEqual(value: unknown, other: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(other)
}
