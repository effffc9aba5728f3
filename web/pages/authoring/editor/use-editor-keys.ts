import { useKeys } from '../../../app/use-keys.ts'
import type { Field } from '../fields.ts'
import { findTextToWrite } from '../relevant-fields.ts'
import { hasRoleFor, type AllowedActions } from './allowed-actions.ts'
import { findFieldInView, focusNextText, focusText } from './editor-focus.ts'
import type { EditorPanel } from './use-editor-panel.ts'
import type { EditorState } from './use-editor-state.ts'
import type { SectionLocks } from './use-section-locks.ts'

/** Binds the keys of the editor, without the actions that the role never has. */
export function useEditorKeys({
  state: { editor, snapshot, status },
  allowed,
  fields,
  panel,
  locks,
  onDone,
}: {
  state: EditorState
  allowed: AllowedActions
  fields: readonly Field[]
  panel: EditorPanel
  locks: SectionLocks
  onDone: () => void
}): void {
  const isAuthor = hasRoleFor(allowed.update)
  useKeys({
    edit: () => focusText(findTextToWrite(status, snapshot.texts)),
    ...(isAuthor
      ? { save: () => void editor.save(), saveAndNext: () => void editor.save().then(onDone) }
      : {}),
    nextSection: focusNextText,
    ...(locks.mayLock
      ? { lock: () => void locks.toggle(fields.find(({ id }) => id === panel.focused)) }
      : {}),
    history: () => panel.setTab('history'),
    comment: () => panel.openComments(findFieldInView() ?? panel.focused),
  })
}
