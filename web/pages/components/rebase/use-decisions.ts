import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { openDrafts } from '../../../api/drafts.ts'
import { createCurrentUserQuery } from '../../../api/me.ts'
import { NO_DECISIONS, type RebaseDecisions } from './rebase-choices.ts'
import { formatDecisions, parseDecisions } from './stored-decisions.ts'

/** The user's choices for a rebase. The browser stores them until the update, so that a reload loses nothing. */
export function useDecisions({ componentId, srgId }: { componentId: number; srgId: number }) {
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const draftId = `rebase:${componentId}:${srgId}`
  const [decisions, setDecisions] = useState(NO_DECISIONS)
  const [isRestored, setRestored] = useState(false)
  const touched = useRef(false)
  useEffect(() => {
    let isCancelled = false
    void openDrafts(person.id)
      .read(draftId)
      .then((draft) => {
        const stored = draft && parseDecisions(draft.text)
        if (isCancelled || touched.current || !stored) return
        setDecisions(stored)
        setRestored(true)
      })
    return () => void (isCancelled = true)
  }, [person.id, draftId])
  return {
    decisions,
    isRestored,
    store: (next: RebaseDecisions) => {
      touched.current = true
      setDecisions(next)
      void openDrafts(person.id).store(draftId, formatDecisions(next))
    },
    /** Deletes the choices, also those of the browser. */
    clear: async () => {
      touched.current = true
      setDecisions(NO_DECISIONS)
      setRestored(false)
      await openDrafts(person.id).forget(draftId)
    },
  }
}
