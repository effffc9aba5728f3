import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../api/client.ts'
import { requirementTitles } from '../authoring/requirement-titles.ts'
import { requirementsOf } from '../authoring/requirements.ts'
import type { Scope } from './queue/queue.ts'

/** The component that the comment in hand is of, with the titles of its requirements. */
export function useComponent(ofRow: number | undefined, scope: Scope) {
  const componentId = ofRow ?? (scope.kind === 'component' ? scope.id : null)
  const given = { enabled: componentId !== null }
  const { data: component } = useQuery({
    ...api.components.summary.queryOptions({ id: componentId ?? 0 }),
    ...given,
  })
  const { data: requirements } = useQuery({ ...requirementsOf(componentId ?? 0), ...given })
  const titles = useMemo(() => requirementTitles(requirements ?? []), [requirements])
  return { componentId, component, titles }
}
