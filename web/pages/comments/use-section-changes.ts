import { useQuery } from '@tanstack/react-query'
import type { SectionKey } from '../../../src/vocabulary.ts'
import { api, type Outputs } from '../../api/client.ts'
import { FIELDS, formatColumn } from '../authoring/fields.ts'

type Changes = Outputs['reviews']['sectionChanges']

/** A field of a requirement that changed since a comment on it was written. */
export type FieldChange = Changes['fields'][number] & {
  label: string
  /** Its section; null if comments can't refer to one. */
  section: SectionKey | null
}

/** Who changed it last, and when. */
export interface LastEditor {
  name: string | null
  changedAt: string
}

const LOOKED_AT = 50
/** Columns that are sections themselves. */
const PLAIN: Readonly<Record<string, SectionKey>> = { status: 'status', rule_severity: 'severity' }

/** The changes of a comment's section since the comment was written, computed by the service. */
export function useSectionChanges(
  { id, rule_id: ruleId }: { id: number; rule_id: number | null },
  enabled = true,
): { fields: readonly FieldChange[]; last: LastEditor | null; isRead: boolean } {
  const read = useQuery({
    ...api.reviews.sectionChanges.queryOptions({ reviewId: id }),
    enabled: enabled && ruleId !== null,
  })
  const fields = read.data?.fields ?? []
  const history = useQuery({
    ...api.audits.ofRule.queryOptions({ ruleId: ruleId ?? 0, page: 1, per_page: LOOKED_AT }),
    enabled: enabled && ruleId !== null && fields.length > 0,
  })
  const names = new Set(fields.map(({ field }) => field))
  const newest = history.data?.rows.find(
    ({ auditable_type: type, audited_changes: changes }) =>
      type !== 'Review' && changes.some(({ field }) => names.has(field)),
  )
  return {
    fields: fields.map((item) => ({
      ...item,
      label: formatColumn(item.field),
      section: findSection(item.field),
    })),
    isRead: read.data !== undefined,
    last: newest ? { name: newest.name, changedAt: newest.created_at } : null,
  }
}

function findSection(column: string): SectionKey | null {
  const field = FIELDS.find(({ id }) => id === column || id.endsWith(`:${column}`))
  return field?.section ?? PLAIN[column] ?? null
}
