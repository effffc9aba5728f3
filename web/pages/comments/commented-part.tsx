import type { ReactNode, Ref } from 'react'
import { Button } from '../../kit/button.tsx'
import { counted, t, verb } from '../../languages/t.ts'
import { useHasDraft } from './use-draft.ts'
import styles from './reading.module.css'

/** A part of what is read, with its heading, the way to comment on it, and what people say about it. */
export function CommentedPart({
  words,
  subject = words,
  place,
  count,
  draft,
  onComment,
  shortcut = false,
  children,
  ref,
}: {
  words: string
  /** What one comments on, where the heading does not say it within a sentence. */
  subject?: string
  /** Which part of the page it is, for keys that act on the part in sight. */
  place: string
  /** How many comments there are. */
  count: number
  /** Where a comment on it is kept while it is written. */
  draft: string
  /** Null while no comment can begin here. */
  onComment: (() => void) | null
  /** The button shows its key. */
  shortcut?: boolean
  children: ReactNode
  ref?: Ref<HTMLElement>
}) {
  const hasDraft = useHasDraft(draft, onComment !== null)
  return (
    <section ref={ref} data-place={place} tabIndex={-1} className={styles['part']} aria-label={words}>
      <div className={styles['head']}>
        <h3>{words}</h3>
        {count > 0 && <span className="muted small">{counted(count, 'comment')}</span>}
        {onComment && (
          <span className="push">
            <Button
              look="plain"
              icon={hasDraft ? 'pen' : 'plus'}
              aria-label={
                hasDraft
                  ? t('Continue your draft on {subject}', { subject })
                  : t('Comment on {subject}', { subject })
              }
              {...(shortcut ? { keys: 'comment' as const } : {})}
              onPress={onComment}
            >
              {hasDraft ? t('Continue your draft') : verb('Comment')}
            </Button>
          </span>
        )}
      </div>
      {children}
    </section>
  )
}
