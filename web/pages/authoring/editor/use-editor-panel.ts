import { useState } from 'react'

/** In place of a field: the requirement as a whole. */
export const WHOLE = 'whole'

/** What the panel beside the texts shows: the field that has the focus, and the tab. */
export function useEditorPanel() {
  const [focused, setFocused] = useState('fixtext')
  const [tab, setTab] = useState('source')
  const [commentKey, setCommentKey] = useState(0)
  /** Opens the composer for a field, also where it is open for another one. */
  const comment = (field: string) => {
    setFocused(field)
    setTab('comments')
    setCommentKey(commentKey + 1)
  }
  return { focused, setFocused, tab, setTab, commentKey, comment }
}

export type EditorPanel = ReturnType<typeof useEditorPanel>
