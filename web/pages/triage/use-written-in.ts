import { useContext, useMemo } from 'react'
import { WrittenIn } from '../comments/written-in.ts'
import type { Row } from './queue/rows.ts'

/** The component of the selected comment, because a project has many; otherwise the page's component. */
export function useWrittenIn(row: Row | undefined) {
  const page = useContext(WrittenIn)
  const componentId = row?.component_id ?? page?.componentId
  const name = row?.rule_displayed_name ?? null
  const prefix = name?.slice(0, name.lastIndexOf('-')) ?? page?.prefix ?? null
  return useMemo(() => (componentId === undefined ? null : { componentId, prefix }), [componentId, prefix])
}
