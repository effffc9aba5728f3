import { useDeferredValue, useMemo } from 'react'
import { filterOf, type TriageFilter, type TriageSearch, type View } from './search.ts'

/** The filter of the address, and the one whose comments are shown: it follows once they are read. */
export function useShownFilter(search: TriageSearch) {
  // The comment in hand is no part of it: going on leaves it as it was.
  const text = JSON.stringify(filterOf(search))
  const chosen = useMemo(() => JSON.parse(text) as TriageFilter, [text])
  const asked = useMemo(() => inOrderOf(chosen, search.view), [chosen, search.view])
  // What is shown stays until the comments of another filter are there: a list that is open keeps the focus.
  const filter = useDeferredValue(asked)
  return { chosen, filter, isWaiting: filter !== asked }
}

/** By requirement, the order is that of the requirements. */
function inOrderOf(filter: TriageFilter, view: View): TriageFilter {
  return view === 'requirement' ? { ...filter, sort: 'rule' } : filter
}
