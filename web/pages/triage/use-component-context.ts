import { useContext, useMemo } from 'react'
import { ComponentContext } from '../comments/component-context.ts'
import type { Row } from './queue/rows.ts'

/** The component of the selected comment, because a project has many; otherwise the page's component. */
export function useComponentContext(row: Row | undefined) {
  const page = useContext(ComponentContext)
  const componentId = row?.component_id ?? page?.componentId
  const name = row?.rule_displayed_name ?? null
  const prefix = name?.slice(0, name.lastIndexOf('-')) ?? page?.prefix ?? null
  return useMemo(() => (componentId === undefined ? null : { componentId, prefix }), [componentId, prefix])
}
