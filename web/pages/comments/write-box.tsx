import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { toProblem } from '../../api/errors.ts'
import { focusAtEnd } from '../../app/focus-at-end.ts'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { Inline } from '../../kit/inline.tsx'
import { Keys } from '../../kit/kbd.tsx'
import { t } from '../../languages/t.ts'
import { isPostable, formatRemaining } from './limits.ts'
import { MentionArea } from './mention-area.tsx'
import type { DraftText } from './use-draft.ts'
import { useReturnFocus } from './use-return-focus.ts'
import styles from './write-box.module.css'

/**
 * A text form below its subject: Ctrl+Enter posts, Escape closes, and the draft stays. It shows errors itself, and
 * returns the focus to its subject when it closes.
 */
export function WriteBox({
  label,
  action,
  draft: { text, write, isRestored },
  onPost,
  onLeave,
  isPending,
  error,
  children,
}: {
  label: string
  /** The label of the button. */
  action: string
  draft: DraftText
  onPost: () => void
  onLeave: () => void
  isPending: boolean
  error: unknown
  /** Content between the text and the buttons, such as suggestions. */
  children?: ReactNode
}) {
  const box = useRef<HTMLFormElement>(null)
  useReturnFocus(box)
  useEffect(() => focusAtEnd(box.current?.querySelector('textarea')), [])
  const post = () => {
    if (isPostable(text) && !isPending) onPost()
  }
  const problem = error === null || error === undefined ? null : toProblem(error)
  const atText = problem?.fields['comment']?.join(' ')
  return (
    <form
      ref={box}
      className={styles['write']}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        post()
      }}
      onKeyDown={(press) => onChord(press, post, onLeave)}
    >
      <MentionArea label={label} value={text} onChange={write} hint={formatRemaining(text)} error={atText} />
      {children}
      {problem && atText === undefined && <ProblemBanner problem={problem} />}
      <Inline>
        <Button type="submit" variant="primary" isPending={isPending} isDisabled={!isPostable(text)}>
          {action} <Keys action="send" />
        </Button>
        <Button onPress={onLeave}>{t('Close')}</Button>
        <span className="muted small" role="status">
          {formatDraft(text, isRestored)}
        </span>
      </Inline>
    </form>
  )
}

function formatDraft(text: string, isRestored: boolean): string {
  if (text.trim() === '') return ''
  return isRestored ? t('Your draft was restored') : t('Saved as a draft in this browser')
}

/** Handles Ctrl+Enter and Escape before the keys of the page. */
export function onChord(press: KeyboardEvent, post: () => void, leave: () => void): void {
  if (press.nativeEvent.isComposing || press.defaultPrevented) return
  const posts = press.key === 'Enter' && (press.ctrlKey || press.metaKey)
  if (!posts && press.key !== 'Escape') return
  press.preventDefault()
  press.stopPropagation()
  if (posts) post()
  else leave()
}
