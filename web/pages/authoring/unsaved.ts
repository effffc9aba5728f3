import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { openDrafts } from '../../api/drafts.ts'
import { createCurrentUserQuery } from '../../api/me.ts'

const PREFIX = 'requirement:'
const unsaved = new Set<number>()
const listeners = new Set<() => void>()

/** Where the browser stores the unsaved texts of a requirement. */
export function toDraftId(ruleId: number): string {
  return `${PREFIX}${ruleId}`
}

/** Records whether a requirement has unsaved texts. */
export function setUnsaved(ruleId: number, isUnsaved: boolean): void {
  if (unsaved.has(ruleId) === isUnsaved) return
  if (isUnsaved) unsaved.add(ruleId)
  else unsaved.delete(ruleId)
  for (const listener of listeners) listener()
}

/** Whether a requirement has unsaved texts, also while another one is open. */
export function useIsUnsaved(ruleId: number): boolean {
  return useSyncExternalStore(subscribe, () => unsaved.has(ruleId))
}

/** Loads which requirements have unsaved texts from an earlier page. */
export function useUnsavedBefore(): void {
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  useEffect(() => {
    void openDrafts(person.id)
      .listIds(PREFIX)
      .then((draftIds) => {
        for (const draftId of draftIds) setUnsaved(Number(draftId.slice(PREFIX.length)), true)
      })
  }, [person.id])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
