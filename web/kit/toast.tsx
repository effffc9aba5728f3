import { useEffect, useRef, useSyncExternalStore } from 'react'
import { formatProblem, toProblem } from '../api/errors.ts'
import { announce } from '../app/announce.tsx'
import type { Action } from '../app/keys.ts'
import { t } from '../languages/t.ts'
import { BannerStrip } from './banner-strip.tsx'
import { Button, IconButton } from './button.tsx'
import styles from './toast.module.css'

interface Notice {
  id: number
  label: string
  variant: 'success' | 'error' | 'info'
  action?: { label: string; keys?: Action; act: () => void }
}

const TOAST_MS = 8000
let notices: readonly Notice[] = []
let last = 0
const listeners = new Set<() => void>()

/**
 * Shows a notice at the bottom of the page for eight seconds; problems and notices with an action stay until they are
 * closed. Forms show their own errors. Returns a function that closes the notice.
 */
export function notify(
  label: string,
  { variant = 'success', action }: Partial<Pick<Notice, 'variant' | 'action'>> = {},
): () => void {
  const notice: Notice = { id: (last += 1), label, variant, ...(action ? { action } : {}) }
  put([...notices.slice(-2), notice])
  announce(label)
  if (variant !== 'error' && !action) setTimeout(() => dismissToast(notice.id), TOAST_MS)
  return () => dismissToast(notice.id)
}

/** Shows what failed and what to do about it. */
export function notifyError(error: unknown): void {
  notify(formatProblem(toProblem(error)), { variant: 'error' })
}

/** The region that shows notices; the shell renders it once. */
export function Notices() {
  const currentNotices = useSyncExternalStore(subscribe, () => notices)
  const hasFocus = useRef(false)
  // The user continues at the title of the page if the focused button is gone.
  useEffect(() => {
    if (!hasFocus.current || document.activeElement !== document.body) return
    hasFocus.current = false
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [currentNotices])
  if (currentNotices.length === 0) return null
  return (
    <section
      className={styles['tray']}
      aria-label={t('Notices')}
      onFocus={() => void (hasFocus.current = true)}
      onBlur={() => void (hasFocus.current = false)}
    >
      {currentNotices.map(({ id, label, variant, action }) => (
        <BannerStrip
          key={id}
          variant={variant}
          action={
            <span className={styles['ends']}>
              {action && (
                <Button onPress={action.act} {...(action.keys ? { keys: action.keys } : {})}>
                  {action.label}
                </Button>
              )}
              <IconButton icon="cross" label={t('Close this notice')} onPress={() => dismissToast(id)} />
            </span>
          }
        >
          {label}
        </BannerStrip>
      ))}
    </section>
  )
}

function dismissToast(id: number): void {
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
