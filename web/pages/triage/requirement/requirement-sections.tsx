import { t } from '../../../languages/t.ts'
import { FIELDS, readSourceText, type Rule } from '../../authoring/fields.ts'
import type { ReadSection } from '../../authoring/sections.ts'
import { FieldChanges, FieldChangeText } from '../../comments/section-changed.tsx'
import type { FieldChange } from '../../comments/use-section-changes.ts'
import type { Row } from '../queue/rows.ts'
import { Also, Collapsible, PendingCount } from './requirement-parts.tsx'
import styles from './requirement-sections.module.css'

/** The data that is shown with the texts of sections. */
export interface SectionContext {
  row: Row
  toHref: (id: number) => string
  onCurrent: (id: number) => void
  /** The other comments on a section. */
  siblingsOn: (section: string | null) => readonly Row[]
  /** The changes of a section since the comment was written. */
  getChanges: (section: string) => readonly FieldChange[]
}

/** The commented section in full. */
export function CommentedSection({
  section,
  row,
  toHref,
  onCurrent,
  siblingsOn,
  getChanges,
}: SectionContext & { section: ReadSection }) {
  const { key, label } = section
  return (
    <section className={styles['commented']} aria-label={label}>
      <div className={styles['head']}>
        <h3>{label}</h3>
        <PendingCount rows={[...siblingsOn(key), row]} />
      </div>
      <Text section={section} changes={getChanges(key)} />
      <Also rows={siblingsOn(key)} label={label} toHref={toHref} onCurrent={onCurrent} />
    </section>
  )
}

/** Another section, collapsed unless it changed. */
export function OtherSection({
  section,
  unfolded,
  row,
  toHref,
  onCurrent,
  siblingsOn,
  getChanges,
}: SectionContext & { section: ReadSection; unfolded: boolean }) {
  const { key, label, text } = section
  const isUsual = row.section === null && (key === 'fixtext' || key === 'check_content')
  return (
    <Collapsible
      commentId={row.id}
      label={label}
      line={text}
      count={siblingsOn(key).length}
      open={unfolded || getChanges(key).length > 0 || isUsual}
    >
      <Text section={section} changes={getChanges(key)} />
      <Also rows={siblingsOn(key)} label={label} toHref={toHref} onCurrent={onCurrent} />
    </Collapsible>
  )
}

/** A section's text with its changes: inline if the section is one text, else before it. */
function Text({ section, changes }: { section: ReadSection; changes: readonly FieldChange[] }) {
  const [change] = changes
  const single = FIELDS.filter((field) => field.section === section.key).length === 1
  if (change && single && changes.length === 1) {
    return (
      <p className="prose" dir="auto">
        <FieldChangeText change={change} />
      </p>
    )
  }
  return (
    <>
      <FieldChanges fields={changes} />
      {section.text === '' ? (
        <p className="muted small">{t('Empty')}</p>
      ) : (
        <p className="prose" dir="auto">
          {section.text}
        </p>
      )}
    </>
  )
}

/** The SRG's text of the commented section, else of the fix. */
export function SourceText({ rule, row: { id, section } }: { rule: Rule; row: Row }) {
  const field = FIELDS.find((item) => item.section === (section ?? 'fixtext'))
  const text = field === undefined ? '' : readSourceText(rule, field.id)
  if (text === '') return null
  return (
    <Collapsible commentId={id} label={t('SRG text')} line={text} count={0} open={false}>
      <p className="prose" dir="auto">
        {text}
      </p>
    </Collapsible>
  )
}
