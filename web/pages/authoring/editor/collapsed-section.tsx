import { useState, type ReactNode } from 'react'
import type { RuleStatus } from '../../../../src/vocabulary.ts'
import { Icon } from '../../../kit/icon.tsx'
import { Note } from '../../../kit/note.tsx'
import { rich } from '../../../languages/rich.ts'
import type { Field, Texts } from '../fields.ts'
import { STATUS_STYLES } from '../labels.ts'
import { SectionsHeading } from './section-frame.tsx'
import styles from './collapsed-section.module.css'

/** The sections that the status does not need, collapsed until a click, or a conflict in one of them. */
export function CollapsedSection({
  status,
  fields,
  mustShow,
  texts,
  children,
}: {
  status: RuleStatus
  fields: readonly Field[]
  /** Whether a field must be visible: a conflict, an error, or the target of a link. */
  mustShow: (id: string) => boolean
  texts: Texts
  children: ReactNode
}) {
  const [pressed, setPressed] = useState(false)
  const isOpen = pressed || fields.some(({ id }) => mustShow(id))
  const filled = fields.filter(({ id }) => (texts[id] ?? '') !== '').length
  return (
    <>
      <SectionsHeading>
        <button
          type="button"
          className={styles['fold']}
          aria-expanded={isOpen}
          onClick={() => setPressed(!pressed)}
        >
          <Icon name={isOpen ? 'down' : 'right'} />
          {rich('Not needed for {label}', { label: STATUS_STYLES[status].label })}
          <Note className="push">
            {rich('{fields} sections, {filled} filled', { fields: fields.length, filled })}
          </Note>
        </button>
      </SectionsHeading>
      {isOpen && children}
    </>
  )
}
