import { queryOptions } from '@tanstack/react-query'
import { client, type Outputs } from '../../api/client.ts'
import { problemOf } from '../../api/errors.ts'

/** A requirement without its texts. */
export type Row = Outputs['rules']['picker']['rules'][number]

/** All requirements of a component; who is no member of it reads them with their texts, because that is what they may. */
export function requirementsOf(componentId: number) {
  return queryOptions({
    // Below the rules, so that it is read anew with them.
    queryKey: [['rules', 'requirements'], componentId] as const,
    queryFn: async (): Promise<readonly Row[]> => {
      try {
        return (await client.rules.picker.query({ componentId })).rules
      } catch (error) {
        if (![403, 404].includes(problemOf(error).status)) throw error
        return client.rules.list.query({ componentId })
      }
    },
  })
}

/** The row of an address: by displayed name, or by number alone. */
export function rowNamed(rows: readonly Row[], name: string): Row | undefined {
  const number = /^\d{1,6}$/.test(name) ? name.padStart(6, '0') : null
  return rows.find(({ displayed_name, rule_id }) => displayed_name === name || rule_id === number)
}
