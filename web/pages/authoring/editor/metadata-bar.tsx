import { useState } from 'react'
import { roleAtLeast, SEVERITIES, statusesOf, type RuleStatus } from '../../../../src/vocabulary.ts'
import { clock } from '../../../api/time.ts'
import { PageTitle } from '../../../app/page-title.tsx'
import { useKeys } from '../../../app/use-keys.ts'
import { Button } from '../../../kit/button.tsx'
import { Chip } from '../../../kit/chip.tsx'
import { Icon } from '../../../kit/icon.tsx'
import type { Rule } from '../fields.ts'
import type { Saving } from '../rule-editor.ts'
import { StatusChip } from '../status-chip.tsx'
import { SEVERITY_LABELS, STATUS_STYLES } from '../labels.ts'
import { Choices } from './choices.tsx'
import styles from './editor.module.css'
import { ReviewStep } from './review-step.tsx'
import type { Component } from './component.ts'

/** What stands above the texts: name, title, status, severity, review, and whether all is saved. */
export function MetadataBar({
  rule,
  title,
  status,
  severity,
  component,
  saving,
  lockedSections,
  readOnly,
  person,
  onWrite,
  beforeStep,
  startsWith,
}: {
  rule: Rule
  title: string
  status: RuleStatus
  severity: string
  component: Component
  saving: Saving
  lockedSections: number
  readOnly: boolean
  person: number
  onWrite: (field: string, text: string) => void
  beforeStep: () => Promise<void>
  /** What is open when one comes by a link. */
  startsWith: 'status' | null
}) {
  const [opened, setOpened] = useState<'status' | 'severity' | 'review' | null>(startsWith)
  const close = () => setOpened(null)
  const toggle = (which: typeof opened) => setOpened(opened === which ? null : which)
  const may = (section: 'Status' | 'Severity') => !readOnly && rule.locked_fields[section] !== true
  const mayReview = roleAtLeast(component.effective_permissions, 'author')
  useKeys({
    ...(may('Status') ? { status: () => toggle('status') } : {}),
    ...(may('Severity') ? { severity: () => toggle('severity') } : {}),
    ...(mayReview ? { review: () => toggle('review') } : {}),
  })
  const severityWords = SEVERITIES.find((known) => known === severity) ?? rule.rule_severity
  return (
    <header className={styles['facts']}>
      <div className={styles['line']}>
        <span className="mono">{rule.displayed_name}</span>
        <span>{rule.nist_control_family}</span>
        <span className="mono">{rule.version}</span>
        <span className={styles['ends']}>
          {lockedSections > 0 && (
            <span className={styles['note']}>
              <Icon name="lock" /> {lockedSections} of 10 sections locked
            </span>
          )}
          <SavingNote saving={saving} />
        </span>
      </div>
      <PageTitle title={title || rule.displayed_name} trail={[component.name]} />
      <div className={styles['row']} data-print>
        <Button
          keys="status"
          aria-expanded={opened === 'status'}
          isDisabled={!may('Status')}
          onPress={() => toggle('status')}
        >
          <span className="muted">Status</span> <StatusChip status={status} />
        </Button>
        <Button
          keys="severity"
          aria-expanded={opened === 'severity'}
          isDisabled={!may('Severity')}
          onPress={() => toggle('severity')}
        >
          <span className="muted">Severity</span> {SEVERITY_LABELS[severityWords]}
        </Button>
        <Button
          keys="review"
          aria-expanded={opened === 'review'}
          isDisabled={!mayReview}
          onPress={() => toggle('review')}
        >
          <span className="muted">Review</span> <ReviewChip rule={rule} />
        </Button>
      </div>
      {opened === 'status' && (
        <Choices
          label="Status"
          value={status}
          options={statusesOf(component.document_type).map((value) => ({
            value,
            words: STATUS_STYLES[value].words,
          }))}
          onChoose={(value) => onWrite('status', value)}
          onClose={close}
        />
      )}
      {opened === 'severity' && (
        <Choices
          label="Severity"
          value={severityWords}
          options={SEVERITIES.map((value) => ({ value, words: SEVERITY_LABELS[value] }))}
          onChoose={(value) => onWrite('rule_severity', value)}
          onClose={close}
        />
      )}
      {opened === 'review' && (
        <ReviewStep rule={rule} component={component} person={person} before={beforeStep} onClose={close} />
      )}
    </header>
  )
}

function ReviewChip({ rule }: { rule: Rule }) {
  if (rule.locked)
    return (
      <Chip hue="teal" icon="lock">
        Locked
      </Chip>
    )
  if (rule.review_requestor_id !== null)
    return (
      <Chip hue="amber" icon="eye">
        Requested
      </Chip>
    )
  return rule.changes_requested ? (
    <Chip hue="vermilion" icon="back">
      Changes requested
    </Chip>
  ) : (
    <Chip hue="grey" icon="circle">
      Not requested
    </Chip>
  )
}

function SavingNote({ saving }: { saving: Saving }) {
  const words = {
    idle: '',
    saving: 'Saving',
    saved: saving.state === 'saved' ? `Saved ${clock(saving.at)}` : '',
    waiting: 'Not saved yet: the service does not answer. Your text is kept.',
    refused: 'Not saved',
  }[saving.state]
  const bad = saving.state === 'waiting' || saving.state === 'refused'
  return (
    <span
      className={`${styles['note']} ${saving.state === 'saved' ? 'success' : bad ? 'danger' : ''}`}
      role="status"
    >
      {saving.state === 'saved' && <Icon name="check" />}
      {bad && <Icon name="triangle" />}
      {words}
    </span>
  )
}
