import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { Field } from './fields.ts'

/** The maximum length of a field in characters. */
export function useTextLimit({ most }: Pick<Field, 'most'>): number {
  const { data } = useSuspenseQuery(api.system.settings.queryOptions())
  return typeof most === 'number' ? most : data.text_limits[most]
}
