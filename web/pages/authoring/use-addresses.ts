import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Filters } from './search.ts'

const NAME = 'NAME'

/** The address of each requirement of a list under its filters, by displayed name: made once for all of them. */
export function useAddresses(id: number, filters: Filters): (name: string) => string {
  const router = useRouter()
  return useMemo(() => {
    const to = { to: '/components/$id/$name', params: { id, name: NAME }, search: filters } as const
    const [before = '', after = ''] = router.buildLocation(to).publicHref.split(NAME, 2)
    return (name) => `${before}${encodeURIComponent(name)}${after}`
  }, [router, id, filters])
}
