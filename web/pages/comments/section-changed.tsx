import { useState } from 'react'
import { formatAge, parseTimestamp } from '../../api/time.ts'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { Runs } from '../../kit/diff-runs.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'
import { SECTION_LABELS } from '../authoring/section-labels.ts'
import type { Review } from './comment-body.tsx'
import { useSectionChanges, type LastEditor, type FieldChange } from './use-section-changes.ts'
import styles from './section-changed.module.css'

/** Shows that the text changed after the comment, with a diff. */
export function SectionChanged({
  review,
  isRequested = false,
}: {
  review: Pick<Review, 'id' | 'rule_id' | 'section'>
  /** The user asked for it: show also that nothing changed. */
  isRequested?: boolean
}) {
  const { fields, last, isRead } = useSectionChanges(review)
  const [open, setOpen] = useState(true)
  if (fields.length === 0) {
    return isRequested && isRead ? (
      <p className="small muted" role="status">
        {rich('The text that comment {id} is about hasn’t changed since.', { id: review.id })}
      </p>
    ) : null
  }
  return (
    <section className={styles['changed']} aria-label={t('Changed since this comment')}>
      <ChangedStrip
        section={review.section === null ? t('The requirement') : SECTION_LABELS[review.section]}
        last={last}
        open={open}
        onOpen={setOpen}
      />
      {open && <FieldChanges fields={fields} />}
    </section>
  )
}

/** Shows who changed the text since the comment, with a button for the diff. */
export function ChangedStrip({
  section,
  last,
  open,
  onOpen,
}: {
  section: string
  last: LastEditor | null
  open: boolean
  onOpen: (open: boolean) => void
}) {
  const moment = parseTimestamp(last?.changedAt ?? null)
  return (
    <BannerStrip
      variant="warning"
      action={
        <Button aria-pressed={open} onPress={() => onOpen(!open)}>
          {open ? t('Hide differences') : t('Show differences')}
        </Button>
      }
    >
      <b>{rich('{section} changed since this comment.', { section })}</b>{' '}
      {last && moment ? `${last.name ?? t('Someone')}, ${formatAge(moment, new Date())}` : ''}
    </BannerStrip>
  )
}

/** Each changed field with a word diff. */
export function FieldChanges({ fields }: { fields: readonly FieldChange[] }) {
  if (fields.length === 0) return null
  return (
    <dl className={styles['fields']}>
      {fields.map((item) => (
        <div key={item.field}>
          <dt className="small strong muted">{item.label}</dt>
          <dd className="prose" dir="auto">
            <FieldChangeText change={item} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A word diff; values that are not texts, and long texts, as before and after. */
export function FieldChangeText({ change: { before, after, diff } }: { change: FieldChange }) {
  return (
    <Runs
      runs={
        diff ?? [
          { op: 'delete', text: formatValue(before) },
          { op: 'equal', text: ' ' },
          { op: 'insert', text: formatValue(after) },
        ]
      }
    />
  )
}

function formatValue(value: FieldChange['before']): string {
  if (value === null || value === '') return t('nothing')
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value
}
