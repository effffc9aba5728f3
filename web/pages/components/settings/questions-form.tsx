import { useRef, useState } from 'react'
import { QUESTION_TYPES, type QuestionType } from '../../../../src/vocabulary.ts'
import { Empty } from '../../../app/states.tsx'
import { Button } from '../../../kit/button.tsx'
import { Field, TextArea } from '../../../kit/field.tsx'
import { Actions, Form } from '../../../kit/form.tsx'
import { Select } from '../../../kit/select.tsx'
import { t } from '../../../languages/t.ts'
import { EntryRow } from './entry-row.tsx'
import { toChanges, toDrafts, type QuestionDraft } from './question-drafts.ts'
import { useSaveComponent, type Header } from './use-save-component.ts'
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
  const known = component.additional_questions
  const [drafts, setDrafts] = useState(() => toDrafts(known))
  const save = useSaveComponent(component)
  const addButton = useRef<HTMLButtonElement>(null)
  const isFixed = component.released
  const change = (key: number, part: Partial<QuestionDraft>) =>
    setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...part } : draft)))
  const add = () => {
    const key = Math.max(0, ...drafts.map((draft) => draft.key)) + 1
    setDrafts([...drafts, { key, name: '', type: 'freeform', options: '' }])
  }
  const removed = known.filter(({ id }) => !drafts.some((draft) => draft.id === id))
  const remove = (key: number) => {
    setDrafts(drafts.filter((draft) => draft.key !== key))
    addButton.current?.focus()
  }
  return (
    <Form
      label={t('Additional questions')}
      wide
      error={save.error}
      onSend={() => save.mutate({ additional_questions_attributes: toChanges(known, drafts) })}
    >
      {drafts.length === 0 && (
        <Empty>{t('No questions yet. Questions appear below the texts of each requirement.')}</Empty>
      )}
      {drafts.map((draft, index) => (
        <Question
          key={draft.key}
          draft={draft}
          path={`additional_questions_attributes.${removed.length + index}`}
          isDisabled={isFixed}
          onChange={(part) => change(draft.key, part)}
          onRemove={() => remove(draft.key)}
        />
      ))}
      {removed.length > 0 && (
        <p className="danger" role="status">
          {t('Saving deletes {removed} and all answers to it.', {
            removed: removed.map(({ name }) => name).join(', '),
          })}
        </p>
      )}
      <Actions>
        <Button type="submit" variant="primary" isDisabled={isFixed} isPending={save.isPending}>
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

function Question({
  draft: { id, name, type, options },
  path,
  isDisabled,
  onChange,
  onRemove,
}: {
  draft: QuestionDraft
  /** Where an error of the service names this question. */
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
        autoFocus={id === undefined}
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
