import type { KeyboardEvent } from 'react'
import { Button } from '../../../kit/button.tsx'
import { CommandList, type CommandGroup } from '../../../kit/command-list.tsx'
import { Inline } from '../../../kit/inline.tsx'
import { Stack } from '../../../kit/stack.tsx'
import { t } from '../../../languages/t.ts'
import styles from './picker.module.css'

/** Suggestions in place of the decisions: Enter takes the best one, Escape cancels. */
export function Picker({
  label,
  query,
  onQuery,
  groups,
  onPick,
  onLeave,
  nothing,
}: {
  label: string
  query: string
  onQuery: (query: string) => void
  groups: readonly CommandGroup[]
  onPick: (id: number) => void
  onLeave: () => void
  nothing: string
}) {
  const [first] = groups.flatMap(({ commands }) => commands)
  const onKeyDownCapture = (press: KeyboardEvent) => {
    if (press.nativeEvent.isComposing) return
    const line = press.target instanceof HTMLInputElement ? press.target : null
    const takesFirst = press.key === 'Enter' && line && !line.getAttribute('aria-activedescendant')
    if (!takesFirst && press.key !== 'Escape') return
    press.preventDefault()
    press.stopPropagation()
    if (press.key === 'Escape') onLeave()
    else if (first) onPick(Number(first.id))
  }
  return (
    <Stack role="group" aria-label={label} onKeyDownCapture={onKeyDownCapture}>
      <p className="small strong">{label}</p>
      <div className={styles['picker']}>
        <CommandList
          label={t('Number or words')}
          query={query}
          onQuery={onQuery}
          groups={groups.filter(({ commands }) => commands.length > 0)}
          onChoose={(id) => onPick(Number(id))}
          nothing={nothing}
        />
      </div>
      <Inline>
        <Button onPress={onLeave}>{t('Cancel')}</Button>
        <span className="muted small only-wide">
          {t('Enter selects the first match, arrow keys another')}
        </span>
      </Inline>
    </Stack>
  )
}
