import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { Field } from './fields.ts'

/** Characters that the service keeps of a field. */
export function useTextLimit({ most }: Pick<Field, 'most'>): number {
  const { data } = useSuspenseQuery(api.system.settings.queryOptions())
  return typeof most === 'number' ? most : data.text_limits[most]
}
