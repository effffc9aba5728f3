import type { Outputs } from '../../api/client.ts'
import { formatNumber, t } from '../../languages/t.ts'
import { COMPARED_FIELDS, type ComparedField } from './history.route.ts'

type Entry = Outputs['components']['changes']['changes'][string]

/** A changed requirement with the fields that differ. */
export interface RequirementChange {
  number: string
  kind: Entry['change']
  title: string
  fields: { field: ComparedField; before: string; after: string }[]
}

/** The changes by number with the fields that differ; with `only`, those of that field. */
export function narrowChanges(
  changes: Readonly<Record<string, Entry>>,
  only: ComparedField | null,
): RequirementChange[] {
  return Object.entries(changes)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([number, { change: kind, base, diff }]) => ({
      number,
      kind,
      title: (diff ?? base)?.title ?? '',
      fields: COMPARED_FIELDS.filter((field) => only === null || field === only)
        .map((field) => ({ field, before: base?.[field] ?? '', after: diff?.[field] ?? '' }))
        .filter(({ before, after }) => before !== after),
    }))
    .filter(({ fields }) => fields.length > 0)
}

/** Formats the numbers of changes by kind: "3 updated, 1 added". */
export function formatChangeCounts(changes: readonly RequirementChange[]): string {
  const countKind = (kind: RequirementChange['kind']) => changes.filter((item) => item.kind === kind).length
  const [updated, added, removed] = [countKind('updated'), countKind('added'), countKind('removed')]
  return [
    updated > 0 && t('{count} updated', { count: formatNumber(updated) }),
    added > 0 && t('{count} added', { count: formatNumber(added) }),
    removed > 0 && t('{count} removed', { count: formatNumber(removed) }),
  ]
    .filter(Boolean)
    .join(', ')
}
