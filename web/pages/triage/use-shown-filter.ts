import { useDeferredValue, useMemo } from 'react'
import { filterOf, type TriageFilter, type TriageSearch, type View } from './search.ts'

/** The filter of the address, and the applied filter, which follows when its comments are loaded. */
export function useShownFilter(search: TriageSearch) {
  // The selected comment is not part of the filter, so navigation keeps the filter's identity.
  const text = JSON.stringify(filterOf(search))
  const chosen = useMemo(() => JSON.parse(text) as TriageFilter, [text])
  const asked = useMemo(() => inOrderOf(chosen, search.view), [chosen, search.view])
  // The previous comments stay until those of the new filter are loaded, so that an open list keeps the focus.
  const filter = useDeferredValue(asked)
  return { chosen, filter, isWaiting: filter !== asked }
}

/** Sorts by requirement in the requirement view, which supports no other order. */
function inOrderOf(filter: TriageFilter, view: View): TriageFilter {
  return view === 'requirement' ? { ...filter, sort: 'rule' } : filter
}
