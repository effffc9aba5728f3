import { useEffect, useRef, type ReactNode } from 'react'
import { problemOf } from '../../api/errors.ts'
import { Button } from '../../kit/button.tsx'
import { TextArea } from '../../kit/field.tsx'
import { Keys } from '../../kit/kbd.tsx'
import { ProblemStrip } from '../../kit/strip.tsx'
import styles from './comments.module.css'
import { isPostable, roomLeft } from './limits.ts'

/**
 * Where something is written below what it is about: Ctrl+Enter posts, Escape leaves, and what was typed stays as a
 * draft either way. What went wrong stands right here.
 */
export function WriteBox({
  label,
  action,
  text,
  onWrite,
  onPost,
  onLeave,
  isPending,
  error,
  children,
}: {
  label: string
  /** What the button says. */
  action: string
  text: string
  onWrite: (text: string) => void
  onPost: () => void
  onLeave: () => void
  isPending: boolean
  error: unknown
  /** Between the text and the buttons, such as suggestions. */
  children?: ReactNode
}) {
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => box.current?.querySelector('textarea')?.focus(), [])
  const ready = isPostable(text) && !isPending
  const problem = error === null || error === undefined ? null : problemOf(error)
  const atText = problem?.fields['comment']?.join(' ')
  return (
    <form
      ref={box}
      className={styles['write']}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) onPost()
      }}
      onKeyDown={(press) => {
        if (press.nativeEvent.isComposing) return
        const posts = press.key === 'Enter' && (press.ctrlKey || press.metaKey)
        if (!posts && press.key !== 'Escape') return
        press.preventDefault()
        press.stopPropagation()
        if (!posts) onLeave()
        else if (ready) onPost()
      }}
    >
      <TextArea label={label} value={text} onChange={onWrite} hint={roomLeft(text)} error={atText} />
      {children}
      {problem && atText === undefined && <ProblemStrip problem={problem} />}
      <div className={styles['row']}>
        <Button type="submit" look="first" isPending={isPending} isDisabled={!isPostable(text)}>
          {action} <Keys of="send" />
        </Button>
        <Button onPress={onLeave}>Close</Button>
        {text.trim() !== '' && <span className="muted small">Kept as a draft in this browser</span>}
      </div>
    </form>
  )
}
