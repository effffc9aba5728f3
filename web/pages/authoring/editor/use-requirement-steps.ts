import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { api, queryClient } from '../../../api/client.ts'
import { announce } from '../../../app/announce.tsx'
import { deferAction } from '../../../app/defer-action.ts'
import { t } from '../../../languages/t.ts'
import { opening } from '../opening-requirement.ts'
import { createAllRequirementsQuery, type Row } from '../requirements.ts'
import { findNextUndetermined } from '../rows.ts'
import type { Filters } from '../search.ts'

/** Moves between the requirements of the list; the adjacent ones are prefetched. */
export function useRequirementSteps({
  componentId: id,
  filters,
  rows,
  matchingRows,
  isWhole,
  shownId,
}: {
  componentId: number
  filters: Filters
  /** The loaded requirements, regardless of the filter. */
  rows: readonly Row[]
  matchingRows: readonly Row[]
  /** All requirements are loaded, so that the last of `matchingRows` is the last one. */
  isWhole: boolean
  shownId: number | undefined
}) {
  const navigate = useNavigate()
  const index = useMemo(() => matchingRows.findIndex((item) => item.id === shownId), [matchingRows, shownId])
  useEffect(() => {
    for (const neighbor of [matchingRows[index + 1], matchingRows[index - 1]]) {
      if (neighbor) void queryClient.prefetchQuery(api.rules.show.queryOptions({ ruleId: neighbor.id }))
    }
  }, [matchingRows, index])
  const open = (row: Row | undefined) => {
    if (!row) return isWhole ? announce(t('No more requirements in this direction.')) : undefined
    opening.show(row.id)
    const params = { id, name: row.displayed_name }
    deferAction(() => void navigate({ to: '/components/$id/$name', params, search: filters }))
  }
  useEffect(() => () => opening.show(null), [shownId])
  // Keys may be faster than the editor: they continue from the requirement that is opening.
  const step = (direction: 1 | -1) => {
    const currentId = opening.now()
    open(
      matchingRows[
        (currentId === null ? index : matchingRows.findIndex((item) => item.id === currentId)) + direction
      ],
    )
  }
  // The next requirement depends on all of them, which may still be loading.
  const openUndetermined = async () => {
    const all = isWhole
      ? rows
      : await queryClient.fetchQuery(createAllRequirementsQuery(id)).catch(() => rows)
    const next = shownId === undefined ? undefined : findNextUndetermined(all, shownId)
    if (!next) announce(t('Saved. All requirements are determined.'))
    else open(next)
  }
  return { open, step, openUndetermined }
}
