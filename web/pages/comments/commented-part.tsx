import type { ReactNode, Ref } from 'react'
import { Button } from '../../kit/button.tsx'
import { formatCount, t, verb } from '../../languages/t.ts'
import { useHasDraft } from './use-draft.ts'
import styles from './commented-part.module.css'

/** A part of a document with its heading, a comment button, and its comments. */
export function CommentedPart({
  label,
  subject = label,
  part,
  count,
  draft,
  onComment,
  shortcut = false,
  children,
  ref,
}: {
  label: string
  /** The subject's name, if the heading does not fit in a sentence. */
  subject?: string
  /** The id of the part, for keys that act on the visible part. */
  part: string
  /** How many comments there are. */
  count: number
  /** The draft place of a new comment on it. */
  draft: string
  /** Null while no comment can be started here. */
  onComment: (() => void) | null
  /** The button shows its key. */
  shortcut?: boolean
  children: ReactNode
  ref?: Ref<HTMLElement>
}) {
  const hasDraft = useHasDraft(draft, onComment !== null)
  return (
    <section ref={ref} data-part={part} tabIndex={-1} className={styles['part']} aria-label={label}>
      <div className={styles['head']}>
        <h3>{label}</h3>
        {count > 0 && <span className="muted small">{formatCount(count, 'comment')}</span>}
        {onComment && (
          <span className="push">
            <Button
              variant="plain"
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
