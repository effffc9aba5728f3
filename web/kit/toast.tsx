import { useSyncExternalStore } from 'react'
import { announce } from '../app/announce.tsx'
import type { Action } from '../app/keys.ts'
import { t } from '../languages/t.ts'
import { BannerStrip } from './banner-strip.tsx'
import { Button, IconButton } from './button.tsx'
import styles from './toast.module.css'

interface Notice {
  id: number
  words: string
  look: 'done' | 'problem' | 'info'
  action?: { words: string; keys?: Action; act: () => void }
}

const SHOWN_MS = 8000
let notices: readonly Notice[] = []
let last = 0
const listeners = new Set<() => void>()

/**
 * Says that something was done, below the page, for eight seconds; a problem and what has an action stay until they are
 * closed. Problems of a form stand in the form instead. Answers what closes it.
 */
export function notify(
  words: string,
  { look = 'done', action }: Partial<Pick<Notice, 'look' | 'action'>> = {},
): () => void {
  const notice: Notice = { id: (last += 1), words, look, ...(action ? { action } : {}) }
  put([...notices.slice(-2), notice])
  announce(words)
  if (look !== 'problem' && !action) setTimeout(() => dismiss(notice.id), SHOWN_MS)
  return () => dismiss(notice.id)
}

/** Where notices stand; the shell has it once. */
export function Notices() {
  const shown = useSyncExternalStore(subscribe, () => notices)
  if (shown.length === 0) return null
  return (
    <section className={styles['tray']} aria-label={t('Notices')}>
      {shown.map(({ id, words, look, action }) => (
        <BannerStrip
          key={id}
          look={look}
          action={
            <span className={styles['ends']}>
              {action && (
                <Button onPress={action.act} {...(action.keys ? { keys: action.keys } : {})}>
                  {action.words}
                </Button>
              )}
              <IconButton icon="cross" label={t('Close this notice')} onPress={() => dismiss(id)} />
            </span>
          }
        >
          {words}
        </BannerStrip>
      ))}
    </section>
  )
}

function dismiss(id: number): void {
  put(notices.filter((notice) => notice.id !== id))
}

function put(next: readonly Notice[]): void {
  notices = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
