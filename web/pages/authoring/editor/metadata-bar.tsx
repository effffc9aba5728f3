import { lazy, Suspense, useState, type ReactNode } from 'react'
import { SEVERITIES } from '../../../../src/vocabulary.ts'
import { loadCode } from '../../../app/load-code.ts'
import { PageTitle } from '../../../app/page-title.tsx'
import { useKeys } from '../../../app/use-keys.ts'
import { Button } from '../../../kit/button.tsx'
import { Inline } from '../../../kit/inline.tsx'
import { t } from '../../../languages/t.ts'
import type { Rule } from '../fields.ts'
import { SEVERITY_LABELS } from '../labels.ts'
import { StatusChip } from '../status-chip.tsx'
import { hasRoleFor, type AllowedActions } from './allowed-actions.ts'
import type { Component } from './component.ts'
import { MetadataChoice, type MetadataField } from './metadata-choice.tsx'
import { RequirementLine } from './requirement-line.tsx'
import { ReviewChip } from './review-chip.tsx'
import type { OtherChange } from './use-change-authors.ts'
import type { EditorState } from './use-editor-state.ts'
import styles from './metadata-bar.module.css'

const ReviewNote = lazy(() =>
  loadCode(async () => ({ default: (await import('./review-note.tsx')).ReviewNote })),
)

const FIELDS: readonly MetadataField[] = ['status', 'severity', 'review']

/** The bar above the texts: name, title, status, severity, review, and save state. */
export function MetadataBar({
  state: { editor, snapshot, status },
  component,
  allowed,
  otherChanges,
  lockedSections,
  readOnly,
  startsWith,
}: {
  state: EditorState
  component: Component
  allowed: AllowedActions
  otherChanges: ReadonlyMap<string, OtherChange>
  lockedSections: number
  readOnly: boolean
  /** The choice that a link opens. */
  startsWith: 'status' | null
}) {
  const { rule, texts, saving } = snapshot
  const [opened, setOpened] = useState<MetadataField | null>(startsWith)
  const isLocked = (section: 'Status' | 'Severity') => readOnly || rule.locked_fields[section] === true
  const may: Record<MetadataField, boolean> = {
    status: !isLocked('Status'),
    severity: !isLocked('Severity'),
    review: hasRoleFor(allowed.request_review),
  }
  const toggle = (field: MetadataField) => setOpened(opened === field ? null : field)
  useKeys(Object.fromEntries(FIELDS.filter((name) => may[name]).map((name) => [name, () => toggle(name)])))
  const severity = SEVERITIES.find((known) => known === texts['rule_severity']) ?? rule.rule_severity
  const renderField = (name: MetadataField, label: string, value: ReactNode) => (
    <MetadataButton
      name={name}
      label={label}
      isOpen={opened === name}
      isDisabled={!may[name]}
      onPress={toggle}
    >
      {value}
    </MetadataButton>
  )
  return (
    <header className={styles['facts']}>
      <RequirementLine {...{ rule, lockedSections, saving, otherChanges }} />
      <PageTitle title={texts['title'] || rule.displayed_name} parents={[component.name]} />
      <Inline data-print>
        {renderField('status', t('Status'), <StatusChip status={status} />)}
        {renderField('severity', t('Severity'), SEVERITY_LABELS[severity])}
        {renderField('review', t('Review'), <ReviewChip rule={rule} />)}
        <Suspense>{hasReviewNote(rule, component) && <ReviewNote rule={rule} />}</Suspense>
      </Inline>
      {opened !== null && (
        <MetadataChoice
          key={opened}
          {...{ opened, editor, rule, status, severity, component, allowed }}
          onClose={() => setOpened(null)}
        />
      )}
    </header>
  )
}

function hasReviewNote(rule: Rule, component: Component): boolean {
  const isInReview = rule.changes_requested || rule.review_requestor_id !== null
  return component.effective_permissions !== null && isInReview
}

function MetadataButton({
  name,
  label,
  isOpen,
  isDisabled,
  onPress,
  children,
}: {
  name: MetadataField
  label: string
  isOpen: boolean
  isDisabled: boolean
  onPress: (name: MetadataField) => void
  children: ReactNode
}) {
  return (
    <Button keys={name} aria-expanded={isOpen} isDisabled={isDisabled} onPress={() => onPress(name)}>
      <span className="muted">{label}</span> {children}
    </Button>
  )
}
