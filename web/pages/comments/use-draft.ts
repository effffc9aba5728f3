import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { openDrafts } from '../../api/drafts.ts'
import { createCurrentUserQuery } from '../../api/me.ts'

/** A text in progress; the browser stores it with every key until it is sent. */
export interface DraftText {
  text: string
  write: (text: string) => void
  /** Call it after the text was sent: later changes stay. Resolves when the draft is deleted. */
  sent: (text: string) => Promise<void>
  /** Whether the text is an earlier draft without changes since. */
  isRestored: boolean
}

/** Returns the ID of the draft of the response of a decision. */
export const toResponseDraftId = (reviewId: number): string => `triage:${reviewId}`

/** Returns the ID of the draft of a reply to a comment. */
export const toReplyDraftId = (reviewId: number): string => `reply:${reviewId}`

/** Returns the ID of the draft of an edit of an own comment. */
export const toEditDraftId = (reviewId: number): string => `edit:${reviewId}`

/** Returns the ID of the draft of the requirement text that accepts a comment. */
export const toAcceptDraftId = (reviewId: number): string => `accept:${reviewId}`

const RETURN_EMPTY = () => ''

/**
 * The draft with an id such as `comment:rule:12:fixtext`; `start` is the initial text without a draft. `typed` returns
 * the text that was typed before the form was loaded, which is added at the end.
 */
export function useDraft(draftId: string, start = '', typed = RETURN_EMPTY): DraftText {
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const [text, setText] = useState(start)
  const touched = useRef(false)
  const [isRestored, setRestored] = useState(false)
  const startText = useRef(start)
  const before = useRef(typed)
  useEffect(() => {
    let isCancelled = false
    const drafts = openDrafts(person.id)
    const added = before.current()
    if (added !== '') setText((now) => now + added)
    void drafts.read(draftId).then((draft) => {
      if (isCancelled || touched.current) return
      if (draft) {
        setText(draft.text + added)
        setRestored(true)
      }
      if (added !== '') void drafts.store(draftId, (draft?.text ?? startText.current) + added)
    })
    return () => void (isCancelled = true)
  }, [person.id, draftId])
  const drafts = openDrafts(person.id)
  return {
    text,
    isRestored,
    write: (newText) => {
      touched.current = true
      setRestored(false)
      setText(newText)
      void drafts.store(draftId, newText === start ? '' : newText)
    },
    sent: async (sent) => {
      setText((now) => (now === sent ? '' : now))
      const draft = await drafts.read(draftId)
      if (draft?.text === sent) await drafts.forget(draftId)
    },
  }
}

/** Whether a draft exists for a place; checked again each time that `enabled` becomes true. */
export function useHasDraft(draftId: string, enabled: boolean): boolean {
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const [storedId, setStoredId] = useState<string | null>(null)
  useEffect(() => {
    let isCancelled = false
    if (enabled) {
      void openDrafts(person.id)
        .read(draftId)
        .then((draft) => (isCancelled ? undefined : setStoredId(draft ? draftId : null)))
    }
    return () => void (isCancelled = true)
  }, [person.id, draftId, enabled])
  return storedId === draftId
}
