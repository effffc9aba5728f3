import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'

const OFFERED = 9

/** The response templates of a project that have a digit. */
export function useTemplates(projectId: number) {
  const list = useQuery(api.responseTemplates.list.queryOptions({ projectId }))
  return list.data?.triage_response_templates.slice(0, OFFERED) ?? []
}

export type Templates = ReturnType<typeof useTemplates>
