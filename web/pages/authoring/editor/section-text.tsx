import type { RefObject } from 'react'
import type { Field } from '../fields.ts'
import { SectionTextArea } from './section-text-area.tsx'

/** The auto-sized text of a section. Escape moves the focus to the section. */
export function SectionText({
  id,
  field,
  text,
  maxLength,
  readOnly,
  isWrong,
  section,
  onWrite,
  onLeave,
}: {
  id: string
  field: Field
  text: string
  maxLength: number
  readOnly: boolean
  isWrong: boolean
  section: RefObject<HTMLElement | null>
  onWrite: (text: string) => void
  onLeave: () => void
}) {
  return (
    <>
      {/* A text area can't be divided between sheets. */}
      <p className="only-print prose" dir="auto" aria-hidden="true">
        {text}
      </p>
      <SectionTextArea
        id={id}
        className={field.code ? 'mono' : undefined}
        value={text}
        readOnly={readOnly}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        maxLength={maxLength * 2}
        spellCheck={!field.code}
        onChange={({ target }) => onWrite(field.line ? target.value.replaceAll('\n', ' ') : target.value)}
        onBlur={onLeave}
        onKeyDown={(press) => {
          if (press.key !== 'Escape' || press.nativeEvent.isComposing) return
          press.preventDefault()
          section.current?.focus({ preventScroll: true })
        }}
      />
    </>
  )
}
