import { useState } from 'react'
import type { Action } from '../../../app/keys.ts'
import { CommandList, type Command } from '../../../kit/command-list.tsx'
import { Dialog } from '../../../kit/dialog.tsx'
import { Keys } from '../../../kit/kbd.tsx'
import { t } from '../../../languages/t.ts'

/** An action on the selected comment. */
export interface AvailableAction {
  id: string
  label: string
  keys?: Action
  act: () => void
}

/** All actions on the selected comment, with a search field. */
export function OverflowMenu({
  label,
  actions,
  onClose,
}: {
  label: string
  actions: readonly AvailableAction[]
  onClose: () => void
}) {
  const [query, setQuery] = useState('')
  const words = query.trim().toLowerCase()
  const commands: Command[] = actions
    .filter((item) => item.label.toLowerCase().includes(words))
    .map(({ id, label: text, keys }) => ({
      id,
      label: text,
      ...(keys ? { end: <Keys action={keys} /> } : {}),
    }))
  return (
    <Dialog title={label} isOpen onClose={onClose} wide>
      <CommandList
        label={t('Action')}
        query={query}
        onQuery={setQuery}
        groups={commands.length > 0 ? [{ title: t('Actions'), commands }] : []}
        onChoose={(id) => {
          onClose()
          // Let the dialog restore the focus first.
          setTimeout(() => actions.find((item) => item.id === id)?.act())
        }}
        nothing={t('No matching action')}
      />
    </Dialog>
  )
}
