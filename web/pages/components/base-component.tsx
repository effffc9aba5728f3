import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { Link } from '../../kit/link.tsx'
import { rich } from '../../languages/rich.ts'
import { formatTitle } from './component-frame.tsx'
import { findNewerRelease } from './newer-release.ts'

/** The released component that an overlay is linked to, and its newest release if the overlay has an earlier one. */
export function BaseComponent({ id }: { id: number }) {
  const { data: base } = useQuery(api.components.summary.queryOptions({ id }))
  const { data: newest } = useQuery({
    ...api.components.released.queryOptions({}),
    enabled: base !== undefined,
    select: (releases) => base && findNewerRelease(releases, base),
  })
  if (!base) return <ComponentLink id={id}>{rich('component {id}', { id })}</ComponentLink>
  const link = <ComponentLink id={id}>{formatTitle(base)}</ComponentLink>
  if (!newest) return link
  return rich('{base}; released since: {newest}', {
    base: link,
    newest: <ComponentLink id={newest.id}>{formatTitle(newest)}</ComponentLink>,
  })
}

function ComponentLink({ id, children }: { id: number; children: ReactNode }) {
  return (
    <Link to="/components/$id" params={{ id }}>
      {children}
    </Link>
  )
}
