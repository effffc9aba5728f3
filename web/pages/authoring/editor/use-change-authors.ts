import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { api } from '../../../api/client.ts'
import { createCurrentUserQuery } from '../../../api/me.ts'
import { announce } from '../../../app/announce.tsx'
import { t } from '../../../languages/t.ts'
import { findChangeAuthor } from '../change-author.ts'
import { formatField } from '../fields.ts'
import type { Snapshot } from '../rule-editor.ts'

/** A change of a field elsewhere: who made it, if the history says so, and when it was applied here. */
export interface OtherChange {
  name: string | null
  /** The user made it in another window. */
  isOwn: boolean
  changedAt: Date
}

const NO_ENTRIES: readonly [] = []

/** The newest entries of a requirement's history. */
export function useRecentHistory(ruleId: number, isNeeded: boolean) {
  const history = useQuery({
    ...api.audits.ofRule.queryOptions({ ruleId, page: 1, per_page: 20 }),
    enabled: isNeeded,
  })
  return { entries: history.data?.rows ?? NO_ENTRIES, isCurrent: !history.isFetching }
}

/** Returns who changed which fields during this visit, by field id, and announces each change to screen readers. */
export function useChangeAuthors({ rule, changedByOthers }: Snapshot): ReadonlyMap<string, OtherChange> {
  const fields = Object.entries(changedByOthers)
  const { entries, isCurrent } = useRecentHistory(rule.id, fields.length > 0)
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const changes = useMemo(
    () =>
      new Map(
        Object.entries(changedByOthers).map(([id, changedAt]) => {
          const name = findChangeAuthor(entries, id)
          return [id, { name, isOwn: name === person.name, changedAt }]
        }),
      ),
    [changedByOthers, entries, person.name],
  )
  useAnnouncement(changes, isCurrent)
  return changes
}

function useAnnouncement(changes: ReadonlyMap<string, OtherChange>, isCurrent: boolean): void {
  const announced = useRef(new Map<string, Date>())
  useEffect(() => {
    if (!isCurrent) return
    const fresh = [...changes].filter(([id, { changedAt }]) => announced.current.get(id) !== changedAt)
    if (fresh.length === 0) return
    announced.current = new Map([...changes].map(([id, { changedAt }]) => [id, changedAt]))
    announce(fresh.map(([id, change]) => formatChange(formatField(id), change)).join(' '))
  }, [changes, isCurrent])
}

function formatChange(label: string, { name, isOwn }: OtherChange): string {
  if (isOwn) return t('{label} changed in another window', { label })
  return name === null
    ? t('{label} changed just now', { label })
    : t('{name} changed {label}.', { name, label })
}
