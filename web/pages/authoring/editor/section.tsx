import { lazy, Suspense, useEffect, useRef } from 'react'
import { focusAtEnd } from '../../../app/focus-at-end.ts'
import { loadCode } from '../../../app/load-code.ts'
import type { Field } from '../fields.ts'
import type { CommentCounts } from '../labels.ts'
import type { Conflict } from '../rule-editor.ts'
import type { SectionLock } from '../section-locks.ts'
import { useTextLimit } from '../use-text-limit.ts'
import { SectionChoice } from './section-choice.tsx'
import { SectionFrame } from './section-frame.tsx'
import { SectionHead } from './section-head.tsx'
import { SectionText } from './section-text.tsx'
import type { OtherChange } from './use-change-authors.ts'

const ConflictView = lazy(() =>
  loadCode(async () => ({ default: (await import('./conflict.tsx')).ConflictView })),
)

const toSectionElementId = (field: Field) => `section-${field.id}`

/** Whether the user types in the text of a section; only this page knows. */
export const isSelectedSection = (field: Field): boolean =>
  document.activeElement?.id === toSectionElementId(field)

interface SectionProps {
  field: Field
  text: string
  conflict: Conflict | undefined
  ruleId: number
  isChanged: boolean
  comments: CommentCounts | undefined
  otherChange: OtherChange | undefined
  /** The service's error for this text. */
  wrong: readonly string[]
  locked: boolean
  /** The user who locked it, if the loaded history includes the lock. */
  lockedBy: SectionLock | undefined
  readOnly: boolean
  onLock?: () => void
  onFocus: () => void
  onWrite: (text: string) => void
  onLeave: () => void
  onResolve: (text: string) => void
}

/** A section of a requirement: an auto-sized text, or a conflict. */
export function Section(props: SectionProps) {
  const { field, text, conflict, ruleId, wrong, locked, readOnly, onFocus, onWrite, onResolve } = props
  const id = toSectionElementId(field)
  const maxLength = useTextLimit(field)
  const section = useRef<HTMLElement>(null)
  useFocusAfterConflict(id, conflict !== undefined)
  const isChosen = field.choice === true || field.options !== undefined
  return (
    <SectionFrame ref={section} tabIndex={-1} onFocus={onFocus}>
      <SectionHead
        label={field.label}
        title={isChosen || conflict ? field.label : <label htmlFor={id}>{field.label}</label>}
        comments={props.comments}
        otherChange={props.otherChange}
        isChanged={props.isChanged}
        length={Array.from(text).length}
        maxLength={maxLength}
        locked={locked}
        lockedBy={props.lockedBy}
        onLock={props.onLock}
      />
      {conflict ? (
        <Suspense>
          <ConflictView conflict={conflict} label={field.label} ruleId={ruleId} onResolve={onResolve} />
        </Suspense>
      ) : isChosen ? (
        <SectionChoice field={field} text={text} isDisabled={readOnly || locked} onWrite={onWrite} />
      ) : (
        <SectionText
          id={id}
          field={field}
          text={text}
          maxLength={maxLength}
          readOnly={readOnly || locked}
          isWrong={wrong.length > 0}
          section={section}
          onWrite={onWrite}
          onLeave={props.onLeave}
        />
      )}
      {wrong.length > 0 && (
        <p id={`${id}-wrong`} className="danger small" role="alert">
          {wrong.join(' ')}
        </p>
      )}
    </SectionFrame>
  )
}

/** Returns the focus to a text after its conflict is resolved, because the clicked button is gone. */
function useFocusAfterConflict(id: string, hasConflict: boolean): void {
  const hadConflict = useRef(hasConflict)
  useEffect(() => {
    if (hadConflict.current && !hasConflict && document.activeElement === document.body) {
      focusAtEnd(document.getElementById(id))
    }
    hadConflict.current = hasConflict
  }, [hasConflict, id])
}
