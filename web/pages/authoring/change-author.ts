import type { Entry } from './context/group-edits.ts'

type Change = Pick<Entry, 'name'> & { audited_changes: readonly { field: string }[] }

/** Returns who changed a field last, from a history with the newest entry first; null if it does not say so. */
export function findChangeAuthor(entries: readonly Change[], fieldId: string): string | null {
  const column = fieldId.startsWith('answer:') ? 'answer' : (fieldId.split(':').at(-1) ?? fieldId)
  const change = entries.find(({ audited_changes }) => audited_changes.some(({ field }) => field === column))
  return change?.name ?? null
}
