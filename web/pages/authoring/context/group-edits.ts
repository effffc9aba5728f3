import { diffWords } from '../../../../src/lib/word-diff.ts'
import type { Outputs } from '../../../api/client.ts'
import { parseTimestamp } from '../../../api/time.ts'

export type Entry = Outputs['audits']['ofRule']['rows'][number]

/** Saves of one user in one section within this time are grouped. */
const GROUP_WINDOW_MS = 10 * 60_000

/** An entry, and the number of saves that it groups. */
export interface GroupedEdit extends Entry {
  saves: number
  /** The oldest save, with the values before the group. */
  oldestId: number
}

/**
 * Groups the entries of a history, newest first. Consecutive saves of one user in one section become one entry, from
 * the values before the first save to those after the last.
 */
export function groupEdits(entries: readonly Entry[]): GroupedEdit[] {
  const rows: GroupedEdit[] = []
  for (const entry of entries) {
    const newer = rows.at(-1)
    if (newer && isSameWork(newer, entry)) rows[rows.length - 1] = joinEdits(newer, entry)
    else rows.push({ ...entry, saves: 1, oldestId: entry.id })
  }
  return rows
}

function isSameWork(newer: GroupedEdit, older: Entry): boolean {
  const [field, ...more] = older.audited_changes
  const [later, ...others] = newer.audited_changes
  const elapsedMs =
    (parseTimestamp(newer.created_at)?.getTime() ?? 0) - (parseTimestamp(older.created_at)?.getTime() ?? 0)
  return (
    newer.action === 'update' &&
    older.action === 'update' &&
    newer.name === older.name &&
    newer.auditable_type === older.auditable_type &&
    newer.auditable_id === older.auditable_id &&
    newer.comment === older.comment &&
    field !== undefined &&
    field.field === later?.field &&
    more.length === 0 &&
    others.length === 0 &&
    elapsedMs <= GROUP_WINDOW_MS
  )
}

function joinEdits(newer: GroupedEdit, older: Entry): GroupedEdit {
  const [later] = newer.audited_changes
  const [earlier] = older.audited_changes
  if (!later || !earlier) return newer
  const { prev_value: before } = earlier
  const { new_value: after } = later
  const isText = typeof before === 'string' && typeof after === 'string'
  const change = { ...later, prev_value: before }
  return {
    ...newer,
    saves: newer.saves + 1,
    oldestId: older.id,
    audited_changes: [isText ? { ...change, diff: diffWords(before, after) } : change],
  }
}
