import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { Field } from './fields.ts'

/** The maximum length of a field in characters. */
export function useTextLimit({ maxLength }: Pick<Field, 'maxLength'>): number {
  const { data } = useSuspenseQuery(api.system.settings.queryOptions())
  return typeof maxLength === 'number' ? maxLength : data.text_limits[maxLength]
}
