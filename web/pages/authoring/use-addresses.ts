import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Filters } from './search.ts'

const NAME_PLACEHOLDER = 'NAME'

/** The addresses of all requirements under the current filters, by displayed name, computed once for the list. */
export function useAddresses(id: number, filters: Filters): (name: string) => string {
  const router = useRouter()
  return useMemo(() => {
    const target = {
      to: '/components/$id/$name',
      params: { id, name: NAME_PLACEHOLDER },
      search: filters,
    } as const
    const [before = '', after = ''] = router.buildLocation(target).publicHref.split(NAME_PLACEHOLDER, 2)
    return (name) => `${before}${encodeURIComponent(name)}${after}`
  }, [router, id, filters])
}
