import { useRef, useState } from 'react'
import { QUESTION_TYPES, type QuestionType } from '../../../../src/vocabulary.ts'
import { Empty } from '../../../app/states.tsx'
import { Button } from '../../../kit/button.tsx'
import { Field, TextArea } from '../../../kit/field.tsx'
import { Actions, Form } from '../../../kit/form.tsx'
import { Select } from '../../../kit/select.tsx'
import { t } from '../../../languages/t.ts'
import { EntryRow } from './entry-row.tsx'
import {
  selectChanged,
  selectRemoved,
  toChanges,
  toDrafts,
  toEntries,
  type QuestionDraft,
} from './question-drafts.ts'
import type { Header } from './use-save-details.ts'
import { useSaveDraft } from './use-save-draft.ts'
import styles from './questions-form.module.css'

const TYPE_LABELS: Record<QuestionType, string> = {
  freeform: t('Free text'),
  dropdown: t('Choice from a list'),
  url: t('Web address'),
}
const TYPES = QUESTION_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }))
const MAX_QUESTIONS = 200

/** The additional questions of a component, which each requirement answers. */
export function QuestionsForm({ component }: { component: Header }) {
  const {
    draft: drafts,
    setDraft,
    changes,
    save,
    error,
    isPending,
  } = useSaveDraft(component, toDrafts, toEntries)
  const [sentKeys, setSentKeys] = useState<readonly number[]>([])
  const addButton = useRef<HTMLButtonElement>(null)
  const isFixed = component.released
  const change = (key: number, part: Partial<QuestionDraft>) =>
    setDraft(drafts.map((draft) => (draft.key === key ? { ...draft, ...part } : draft)))
  const add = () => {
    const key = Math.min(0, ...drafts.map((draft) => draft.key)) - 1
    setDraft([...drafts, { key, name: '', type: 'freeform', options: '' }])
  }
  const removed = selectRemoved(component, changes)
  const remove = (key: number) => {
    setDraft(drafts.filter((draft) => draft.key !== key))
    addButton.current?.focus()
  }
  const send = () => {
    setSentKeys([...removed.map(({ id }) => id), ...selectChanged(drafts, changes).map(({ key }) => key)])
    save({ additional_questions_attributes: toChanges(component, drafts, changes) })
  }
  return (
    <Form label={t('Additional questions')} wide error={error} onSend={send}>
      {drafts.length === 0 && (
        <Empty>{t('No questions yet. Questions appear below the texts of each requirement.')}</Empty>
      )}
      {drafts.map((draft) => (
        <Question
          key={draft.key}
          draft={draft}
          path={toPath(draft.key, sentKeys)}
          isDisabled={isFixed}
          onChange={(part) => change(draft.key, part)}
          onRemove={() => remove(draft.key)}
        />
      ))}
      {removed.length > 0 && <DeletionNotice names={removed.map(({ name }) => name)} />}
      <Actions>
        <Button type="submit" variant="primary" isDisabled={isFixed} isPending={isPending}>
          {t('Save questions')}
        </Button>
        <Button
          ref={addButton}
          icon="plus"
          isDisabled={isFixed || drafts.length >= MAX_QUESTIONS}
          onPress={add}
        >
          {t('Add a question')}
        </Button>
      </Actions>
    </Form>
  )
}

function DeletionNotice({ names }: { names: readonly string[] }) {
  return (
    <p className="danger" role="status">
      {t('Saving deletes {removed} and all answers to it.', { removed: names.join(', ') })}
    </p>
  )
}

/** Where an error of the last save names a question. */
function toPath(key: number, sentKeys: readonly number[]): string {
  const index = sentKeys.indexOf(key)
  return index === -1 ? `question.${key}` : `additional_questions_attributes.${index}`
}

function Question({
  draft: { key, name, type, options },
  path,
  isDisabled,
  onChange,
  onRemove,
}: {
  draft: QuestionDraft
  path: string
  isDisabled: boolean
  onChange: (part: Partial<QuestionDraft>) => void
  onRemove: () => void
}) {
  return (
    <EntryRow className={styles['question']} label={name || t('New question')}>
      <Field
        label={t('Question')}
        name={`${path}.name`}
        autoFocus={key < 0}
        value={name}
        onChange={(text) => onChange({ name: text })}
        maxLength={255}
        isRequired
        isDisabled={isDisabled}
        validationBehavior="aria"
      />
      <div>
        <Select
          label={t('Answer')}
          options={TYPES}
          value={type}
          onChange={(newType) => onChange({ type: newType })}
          isDisabled={isDisabled}
        />
      </div>
      <Button
        aria-label={t('Remove {name}', { name: name || t('the question') })}
        isDisabled={isDisabled}
        onPress={onRemove}
      >
        {t('Remove')}
      </Button>
      {type === 'dropdown' && (
        <TextArea
          label={t('Options')}
          name={`${path}.options`}
          validationBehavior="aria"
          hint={t('One option per line')}
          value={options}
          onChange={(text) => onChange({ options: text })}
          isDisabled={isDisabled}
        />
      )}
    </EntryRow>
  )
}
