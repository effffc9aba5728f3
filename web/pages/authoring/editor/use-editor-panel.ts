import { useState } from 'react'

/** The value for the requirement itself, instead of a field. */
export const WHOLE_REQUIREMENT = 'whole'

/** The state of the context panel: the focused field, and the tab. */
export function useEditorPanel() {
  const [focused, setFocused] = useState('fixtext')
  const [tab, setTab] = useState('source')
  const [commentKey, setCommentKey] = useState(0)
  /** Opens the composer for a field, also while it is open for another one. */
  const openComments = (field: string) => {
    setFocused(field)
    setTab('comments')
    setCommentKey(commentKey + 1)
  }
  return { focused, setFocused, tab, setTab, commentKey, openComments }
}

export type EditorPanel = ReturnType<typeof useEditorPanel>
