import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../api/client.ts'
import { indexRequirementTitles } from '../authoring/requirement-titles.ts'
import { createAllRequirementsQuery } from '../authoring/requirements.ts'
import type { Scope } from './queue/queue.ts'
import type { Row } from './queue/rows.ts'
import { useQueueTitles } from './queue/use-queue-titles.ts'

/** The component of the selected comment, and the titles of its requirements, or of all in the queue of a project. */
export function useComponent(row: Row | undefined, scope: Scope, rows: readonly Row[]) {
  const isProject = scope.kind === 'project'
  const componentId = row?.component_id ?? (scope.kind === 'component' ? scope.id : null)
  const options = { enabled: componentId !== null }
  const { data: component } = useQuery({
    ...api.components.summary.queryOptions({ id: componentId ?? 0 }),
    ...options,
  })
  const ruleId = row?.rule_id ?? null
  const { isFetched } = useQuery({ ...api.rules.show.queryOptions({ ruleId: ruleId ?? 0 }), enabled: false })
  const { data: requirements } = useQuery({
    ...createAllRequirementsQuery(componentId ?? 0),
    // Load the selected comment and its requirement before the titles of all others.
    enabled: componentId !== null && row !== undefined && !isProject && (ruleId === null || isFetched),
  })
  const titles = useMemo(() => indexRequirementTitles(requirements ?? []), [requirements])
  const all = useQueueTitles(rows, isProject)
  return { componentId, component, titles: isProject ? all : titles }
}
