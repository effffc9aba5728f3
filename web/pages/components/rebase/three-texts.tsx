import { useId } from 'react'
import { SEVERITIES } from '../../../../src/vocabulary.ts'
import { Chip } from '../../../kit/chip.tsx'
import { Radio, Radios } from '../../../kit/choice.tsx'
import { Diff } from '../../../kit/diff.tsx'
import { TextArea } from '../../../kit/field.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import { SEVERITY_LABELS } from '../../authoring/labels.ts'
import { merge } from '../../authoring/merge.ts'
import type { FieldDecision, RebaseField, RebaseRow, RebaseSection, FieldSource } from './rebase-choices.ts'
import styles from './three-texts.module.css'

const LABELS: Record<RebaseField, string> = {
  title: t('Title'),
  rule_severity: t('Severity'),
  vuln_discussion: t('Discussion'),
  check_content: t('Check'),
  fixtext: t('Fix'),
  ident: 'CCI',
}
const TAKE_CHOICES = ['ours', 'new', 'text'] as const

/** One text of a requirement: the old and new SRG's, the component's, and the choice between them. */
export function ThreeTexts({
  row,
  section,
  decision,
  onDecide,
}: {
  row: RebaseRow
  section: RebaseSection
  decision: FieldDecision | null
  onDecide: (decision: FieldDecision) => void
}) {
  const { field, locked } = section
  const headingId = useId()
  const take = decision?.take ?? section.take
  const isOpen = !locked && row.skipped === null
  const choose = (value: string) => {
    const next: FieldSource = TAKE_CHOICES.find((item) => item === value) ?? section.take
    const merged = merge(section.base ?? '', section.new ?? '', section.ours ?? '').text
    onDecide({ take: next, text: next === 'text' ? decision?.text || merged : (decision?.text ?? '') })
  }
  return (
    <section
      className={styles['place']}
      aria-labelledby={headingId}
      data-field={`${row.id} ${field}`}
      tabIndex={-1}
    >
      <Heading id={headingId} row={row} section={section} />
      <Texts section={section} />
      {isOpen && (
        <Radios
          label={t('Text to use')}
          value={section.conflict && decision === null ? null : take}
          onChange={choose}
        >
          <Radio value="ours">{t('Keep ours')}</Radio>
          <Radio value="new">{t('Use the new text')}</Radio>
          {field !== 'rule_severity' && <Radio value="text">{t('Edit')}</Radio>}
        </Radios>
      )}
      {isOpen && take === 'text' && (
        <TextArea
          label={t('{field} of requirement {number}', { field: LABELS[field], number: row.rule_id })}
          value={decision?.text ?? ''}
          onChange={(text) => onDecide({ take: 'text', text })}
        />
      )}
    </section>
  )
}

function Texts({ section }: { section: RebaseSection }) {
  const [base = '', release = '', ours = ''] = [section.base, section.new, section.ours].map((text) =>
    formatShownText(section.field, text),
  )
  return (
    <div className={styles['texts']}>
      <Text label={t('SRG before')} before={base} after={base} />
      <Text label={t('SRG now')} before={base} after={release} />
      <Text
        label={section.ours === section.base ? t('Component (same as SRG before)') : t('Component')}
        before={base}
        after={ours}
      />
    </div>
  )
}

function Heading({
  id,
  row,
  section: { field, conflict, locked },
}: {
  id: string
  row: RebaseRow
  section: RebaseSection
}) {
  return (
    <h3 id={id}>
      {LABELS[field]}
      <span className="visually-hidden"> {rich('of requirement {number}', { number: row.rule_id })}</span>
      {conflict && (
        <Chip hue="amber" icon="diff">
          {t('Changed on both sides')}
        </Chip>
      )}
      {locked && <span className="muted"> {t('is locked, so it stays')}</span>}
    </h3>
  )
}

function formatShownText(field: RebaseField, text: string | null): string {
  if (field !== 'rule_severity') return text ?? ''
  const severity = SEVERITIES.find((item) => item === text)
  return severity ? SEVERITY_LABELS[severity] : ''
}

function Text({ label, before, after }: { label: string; before: string; after: string }) {
  return (
    <div>
      <h4>{label}</h4>
      <p className={styles['text']}>
        {after === '' && before === '' ? (
          <span className="muted">{t('Empty')}</span>
        ) : (
          <Diff before={before} after={after} />
        )}
      </p>
    </div>
  )
}
