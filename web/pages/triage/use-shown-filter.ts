import { useDeferredValue, useMemo } from 'react'
import { toFilter, type TriageFilter, type TriageSearch, type View } from './search.ts'

/** The filter of the address, and the applied filter, which follows when its comments are loaded. */
export function useShownFilter(search: TriageSearch) {
  // The selected comment is not part of the filter, so navigation keeps the filter's identity.
  const text = JSON.stringify(toFilter(search))
  const chosen = useMemo(() => JSON.parse(text) as TriageFilter, [text])
  const requested = useMemo(() => withViewOrder(chosen, search.view), [chosen, search.view])
  // The previous comments stay until those of the new filter are loaded, so that an open list keeps the focus.
  const filter = useDeferredValue(requested)
  return { chosen, filter, isWaiting: filter !== requested }
}

/** Sorts by requirement in the requirement view, which supports no other order. */
function withViewOrder(filter: TriageFilter, view: View): TriageFilter {
  return view === 'requirement' ? { ...filter, sort: 'rule' } : filter
}
