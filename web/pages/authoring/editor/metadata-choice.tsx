import { useRef } from 'react'
import {
  SEVERITIES,
  listAllowedStatuses,
  type RuleStatus,
  type Severity,
} from '../../../../src/vocabulary.ts'
import { t } from '../../../languages/t.ts'
import { useReturnFocus } from '../../comments/use-return-focus.ts'
import type { Rule } from '../fields.ts'
import { SEVERITY_LABELS, STATUS_STYLES } from '../labels.ts'
import type { RuleEditor } from '../rule-editor.ts'
import type { AllowedActions } from './allowed-actions.ts'
import { Choices } from './choices.tsx'
import type { Component } from './component.ts'
import { ReviewStep } from './review-step.tsx'

export type MetadataField = 'status' | 'severity' | 'review'

interface MetadataChoiceProps {
  opened: MetadataField
  editor: RuleEditor
  rule: Rule
  status: RuleStatus
  severity: Severity
  component: Component
  allowed: AllowedActions
  onClose: () => void
}

/** The choices below the metadata bar: status, severity or review step. The focus returns to the button of the field. */
export function MetadataChoice(props: MetadataChoiceProps) {
  const box = useRef<HTMLDivElement>(null)
  useReturnFocus(box, findOpenButton)
  return (
    <div ref={box}>
      <FieldChoice {...props} />
    </div>
  )
}

function findOpenButton(box: HTMLElement): HTMLElement | null | undefined {
  return box.parentElement?.querySelector<HTMLElement>('[aria-expanded="true"]')
}

function FieldChoice({
  opened,
  editor,
  rule,
  status,
  severity,
  component,
  allowed,
  onClose,
}: MetadataChoiceProps) {
  if (opened === 'review') {
    const save = () => editor.save()
    return <ReviewStep rule={rule} allowed={allowed} before={save} onClose={onClose} />
  }
  if (opened === 'severity') {
    return (
      <Choices
        label={t('Severity')}
        value={severity}
        options={SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] }))}
        onChoose={(value) => editor.write('rule_severity', value, 0)}
        onClose={onClose}
      />
    )
  }
  return (
    <Choices
      label={t('Status')}
      value={status}
      options={listAllowedStatuses(component.document_type).map((value) => ({
        value,
        label: STATUS_STYLES[value].label,
      }))}
      onChoose={(value) => editor.write('status', value, 0)}
      onClose={onClose}
    />
  )
}
