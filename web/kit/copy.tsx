import { useState } from 'react'
import { announce } from '../app/announce.tsx'
import { t } from '../languages/t.ts'
import { Button } from './button.tsx'

/** Copies a text to the clipboard and reports success or failure. */
export function CopyButton({
  text,
  label = t('Copy'),
  autoFocus = false,
}: {
  text: string
  label?: string
  autoFocus?: boolean
}) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
      announce(t('Copied.'))
    } catch {
      setState('refused')
      announce(t('Your browser did not allow copying.'))
    }
  }
  const stateLabel = { ready: t('Copy'), copied: t('Copied'), refused: t('Select and copy it manually') }[
    state
  ]
  return (
    <Button
      autoFocus={autoFocus}
      icon={state === 'copied' ? 'check' : 'copy'}
      onPress={() => void copy()}
      aria-label={state === 'ready' ? label : stateLabel}
    >
      {stateLabel}
    </Button>
  )
}
