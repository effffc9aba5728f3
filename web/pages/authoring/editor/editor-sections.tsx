import { useMemo } from 'react'
import type { Outputs } from '../../../api/client.ts'
import type { Field } from '../fields.ts'
import { CollapsedSection } from './collapsed-section.tsx'
import { countCommentsByField } from './comments-by-field.ts'
import { Section } from './section.tsx'
import type { OtherChange } from './use-change-authors.ts'
import type { EditorState, useEditorFields } from './use-editor-state.ts'
import type { SectionLocks } from './use-section-locks.ts'

const NO_PROBLEMS: readonly string[] = []

/** All texts of a requirement; those that its status doesn't need are collapsed. */
export function EditorSections({
  read,
  state: { editor, snapshot, status },
  fields: { needed, answers, folded },
  otherChanges,
  locks,
  readOnly,
  target,
  onFocus,
}: {
  read: Outputs['rules']['show']
  state: EditorState
  fields: ReturnType<typeof useEditorFields>
  otherChanges: ReadonlyMap<string, OtherChange>
  locks: SectionLocks
  readOnly: boolean
  /** The element that the address names. */
  target: string
  onFocus: (field: string) => void
}) {
  const { rule, texts, conflicts, wrong } = snapshot
  const comments = useMemo(() => countCommentsByField(read), [read])
  const renderSection = (field: Field) => (
    <Section
      key={field.id}
      field={field}
      text={texts[field.id] ?? ''}
      conflict={conflicts[field.id]}
      ruleId={rule.id}
      comments={comments.get(field.id)}
      otherChange={otherChanges.get(field.id)}
      wrong={wrong[field.id] ?? NO_PROBLEMS}
      isChanged={snapshot.changed.includes(field.id)}
      locked={field.lock !== null && rule.locked_fields[field.lock] === true}
      lockedBy={locks.locks.get(field.lock ?? '')}
      readOnly={readOnly}
      {...(locks.mayLock && field.lock !== null ? { onLock: () => void locks.toggle(field) } : {})}
      onFocus={() => onFocus(field.id)}
      onWrite={(text) => editor.write(field.id, text, field.choice || field.options ? 0 : undefined)}
      onLeave={() => void editor.save()}
      onResolve={(text) => editor.resolve(field.id, text)}
    />
  )
  return (
    <>
      {needed.map(renderSection)}
      {answers.map(renderSection)}
      <CollapsedSection
        status={status}
        fields={folded}
        mustShow={(id) => id in conflicts || id in wrong || target === `section-${id}`}
        texts={texts}
      >
        {folded.map(renderSection)}
      </CollapsedSection>
    </>
  )
}
