import { useEffect, useRef } from 'react'
import { Button } from '../../../kit/button.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { Select } from '../../../kit/select.tsx'
import type { Field } from '../fields.ts'
import { ago, exactWithUtc } from '../../../api/time.ts'
import type { LockedBy } from '../section-locks.ts'
import type { Conflict } from '../rule-editor.ts'
import { ConflictView } from './conflict.tsx'
import { openLabel, type CommentCounts } from '../labels.ts'
import { useTextLimit } from '../use-text-limit.ts'
import styles from './editor.module.css'

const CHOICES = [
  { value: 'unsaid', words: 'Nothing said' },
  { value: 'true', words: 'Yes' },
  { value: 'false', words: 'No' },
] as const

/** No option is called so: options are texts that people typed in a line. */
const NONE = '\n'

const idOf = (field: Field) => `section-${field.id}`

/** Whether someone writes in the text of a section, which only its own page knows. */
export const isSelectedSection = (field: Field): boolean => document.activeElement?.id === idOf(field)

/** One section of a requirement: a text as high as its words, or what two people wrote there at once. */
export function Section({
  field,
  text,
  conflict,
  ruleId,
  isChanged,
  comments,
  wrong,
  locked,
  lockedBy,
  readOnly,
  onLock,
  onFocus,
  onWrite,
  onLeave,
  onResolve,
}: {
  field: Field
  text: string
  conflict: Conflict | undefined
  ruleId: number
  isChanged: boolean
  comments: CommentCounts | undefined
  /** What the service said against the text. */
  wrong: readonly string[]
  locked: boolean
  /** Who locked it, as far back as the history was read. */
  lockedBy: LockedBy | undefined
  readOnly: boolean
  onLock?: () => void
  onFocus: () => void
  onWrite: (text: string) => void
  onLeave: () => void
  onResolve: (text: string) => void
}) {
  const id = idOf(field)
  const length = Array.from(text).length
  const most = useTextLimit(field)
  const fixed = readOnly || locked
  const part = useRef<HTMLElement>(null)
  const hadConflict = useRef(conflict !== undefined)
  useEffect(() => {
    // The buttons that resolved it are gone; the text goes on where they were.
    if (hadConflict.current && !conflict && document.activeElement === document.body) {
      document.getElementById(id)?.focus()
    }
    hadConflict.current = conflict !== undefined
  }, [conflict, id])
  return (
    <section ref={part} tabIndex={-1} className={styles['section']} onFocus={onFocus}>
      <div className={styles['head']}>
        <h2>
          {field.choice || field.options || conflict ? (
            field.words
          ) : (
            <label htmlFor={id}>{field.words}</label>
          )}
        </h2>
        {comments && (
          <span className={styles['note']}>
            {comments.total === 1 ? 'Comment' : 'Comments'}: {openLabel(comments)}
          </span>
        )}
        {isChanged && <span className="words">not saved yet</span>}
        {length > most * 0.9 && (
          <span className={styles['note']}>
            {length} of {most} characters
          </span>
        )}
        <span className={styles['ends']}>
          {locked && (
            <span className={styles['note']}>
              <Icon name="lock" /> Locked
              {lockedBy && <LockLabel by={lockedBy} />}
            </span>
          )}
          {onLock && (
            <Button look="plain" onPress={onLock} aria-label={`${locked ? 'Open' : 'Lock'} ${field.words}`}>
              {locked ? 'Open' : 'Lock'}
            </Button>
          )}
        </span>
      </div>
      {conflict ? (
        <ConflictView conflict={conflict} words={field.words} ruleId={ruleId} onResolve={onResolve} />
      ) : field.choice ? (
        <Select
          label={field.words}
          labelled={false}
          isDisabled={fixed}
          value={text === 'true' || text === 'false' ? text : 'unsaid'}
          options={CHOICES}
          onChange={(value) => onWrite(value === 'unsaid' ? '' : value)}
        />
      ) : field.options ? (
        <Select
          label={field.words}
          labelled={false}
          isDisabled={fixed}
          value={text === '' ? NONE : text}
          options={[NONE, ...new Set([...field.options, ...(text === '' ? [] : [text])])].map((value) => ({
            value,
            words: value === NONE ? 'No answer' : value,
          }))}
          onChange={(value) => onWrite(value === NONE ? '' : value)}
        />
      ) : (
        <>
          {/* A text area can't be divided between sheets. */}
          <p className="only-print prose" dir="auto" aria-hidden="true">
            {text}
          </p>
          <textarea
            id={id}
            dir="auto"
            rows={1}
            className={`${styles['text']} ${field.code ? 'mono' : ''}`}
            value={text}
            readOnly={fixed}
            aria-invalid={wrong.length > 0}
            aria-describedby={wrong.length > 0 ? `${id}-wrong` : undefined}
            maxLength={most * 2}
            spellCheck={!field.code}
            onChange={({ target }) => onWrite(field.line ? target.value.replaceAll('\n', ' ') : target.value)}
            onBlur={onLeave}
            onKeyDown={(press) => {
              if (press.key !== 'Escape' || press.nativeEvent.isComposing) return
              press.preventDefault()
              part.current?.focus({ preventScroll: true })
            }}
          />
        </>
      )}
      {wrong.length > 0 && (
        <p id={`${id}-wrong`} className="danger small" role="alert">
          {wrong.join(' ')}
        </p>
      )}
    </section>
  )
}

function LockLabel({ by: { name, at } }: { by: LockedBy }) {
  return (
    <span title={at ? exactWithUtc(at) : undefined}>
      {' by '}
      <bdi>{name}</bdi>
      {at && `, ${ago(at, new Date())}`}
    </span>
  )
}
