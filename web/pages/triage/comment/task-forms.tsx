import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { SECTION_KEYS } from '../../../../src/vocabulary.ts'
import { client } from '../../../api/client.ts'
import { announce } from '../../../app/announce.tsx'
import { Button } from '../../../kit/button.tsx'
import { Dialog } from '../../../kit/dialog.tsx'
import { Field } from '../../../kit/field.tsx'
import { Actions, Form } from '../../../kit/form.tsx'
import { Select } from '../../../kit/select.tsx'
import { TwoColumns } from '../../../kit/two-columns.tsx'
import { t } from '../../../languages/t.ts'
import { READING_ORDER, SECTION_LABELS } from '../../authoring/section-labels.ts'
import { PickRequirement } from '../decide/pickers.tsx'
import { useArePeopleLoaded, type Person } from '../people.ts'
import { dropRow } from '../queue/queue.ts'
import type { Row } from '../queue/rows.ts'
import { Question } from './question.tsx'
import { useReviewWrite } from './use-review-write.ts'

/** Assigns a comment to a person, with a due date. */
export function Assign({
  row,
  projectId,
  people,
  userId,
  onClose,
}: {
  row: Row
  projectId: number
  people: readonly Person[]
  userId: number
  onClose: () => void
}) {
  const triagers = people.filter(({ triages }) => triages)
  const defaultAssignee = row.assignee_id ?? (triagers.some(({ id }) => id === userId) ? userId : null)
  const [pickedAssignee, setAssignee] = useState<string | null>(null)
  const assignee = pickedAssignee ?? String(defaultAssignee ?? 'none')
  const areKnown = useArePeopleLoaded(projectId)
  const [day, setDay] = useState(row.due_on ?? '')
  const write = useReviewWrite(() => {
    announce(t('Assigned.'))
    onClose()
  })
  const assignment = {
    assignee_id: assignee === 'none' ? null : Number(assignee),
    due_on: day === '' ? null : day,
  }
  const guard = { reviewId: row.id, expected_lock_version: row.lock_version }
  const send = () => write.mutate(() => client.reviews.assign.mutate({ ...guard, ...assignment }))
  return (
    <Question label={t('Assign')} onLeave={onClose}>
      <Form wide label={t('Assign')} error={write.error} onSend={send}>
        <TwoColumns>
          <Select
            label={t('Assigned to')}
            value={assignee}
            autoFocus
            options={[
              { value: 'none', label: t('No one') },
              ...triagers.map(({ id, name }) => ({
                value: String(id),
                label: id === userId ? t('{name} (you)', { name }) : name,
              })),
            ]}
            onChange={setAssignee}
          />
          <Field label={t('Due on')} name="due_on" type="date" value={day} onChange={setDay} />
        </TwoColumns>
        <Actions>
          <Button type="submit" variant="primary" isPending={write.isPending} isDisabled={!areKnown}>
            {t('Assign')}
          </Button>
          <Button onPress={onClose}>{t('Cancel')}</Button>
        </Actions>
      </Form>
    </Question>
  )
}

/** Moves a comment to another section. */
export function Retag({ row, onClose }: { row: Row; onClose: () => void }) {
  const [section, setSection] = useState<string>(row.section ?? 'none')
  const [reason, setReason] = useState('')
  const write = useReviewWrite(() => {
    announce(t('The section is changed.'))
    onClose()
  })
  const send = () =>
    write.mutate(() =>
      client.reviews.retag.mutate({
        reviewId: row.id,
        section: SECTION_KEYS.find((key) => key === section) ?? null,
        audit_comment: reason,
        expected_lock_version: row.lock_version,
      }),
    )
  return (
    <Question label={t('Change the section')} onLeave={onClose}>
      <Form wide label={t('Change the section')} error={write.error} onSend={send}>
        <Select
          label={t('Section')}
          value={section}
          autoFocus
          options={[
            { value: 'none', label: t('The requirement itself') },
            ...READING_ORDER.map((value) => ({ value, label: SECTION_LABELS[value] })),
          ]}
          onChange={setSection}
        />
        <Field label={t('Why')} name="audit_comment" value={reason} onChange={setReason} isRequired />
        <Actions>
          <Button
            type="submit"
            variant="primary"
            isPending={write.isPending}
            isDisabled={section === (row.section ?? 'none')}
          >
            {t('Change the section')}
          </Button>
          <Button onPress={onClose}>{t('Cancel')}</Button>
        </Actions>
      </Form>
    </Question>
  )
}

/** Moves a comment to another requirement. */
export function Move({ row, onClose }: { row: Row; onClose: () => void }) {
  const [destination, setDestination] = useState<{ id: number; name: string } | null>(null)
  const [reason, setReason] = useState('')
  const write = useReviewWrite(() => {
    announce(t('The comment is moved.'))
    onClose()
  })
  if (destination === null) {
    return (
      <PickRequirement
        row={row}
        label={t('To which requirement?')}
        onPick={setDestination}
        onLeave={onClose}
      />
    )
  }
  const send = () =>
    write.mutate(() =>
      client.reviews.moveToRule.mutate({
        reviewId: row.id,
        rule_id: destination.id,
        audit_comment: reason,
        expected_lock_version: row.lock_version,
      }),
    )
  return (
    <Question label={t('Move to {name}', { name: destination.name })} onLeave={onClose}>
      <Form wide label={t('Move to {name}', { name: destination.name })} error={write.error} onSend={send}>
        <Field
          label={t('Why it belongs to {name}', { name: destination.name })}
          name="audit_comment"
          value={reason}
          onChange={setReason}
          isRequired
          autoFocus
        />
        <Actions>
          <Button type="submit" variant="primary" isPending={write.isPending}>
            {t('Move with replies')}
          </Button>
          <Button onPress={onClose}>{t('Cancel')}</Button>
        </Actions>
      </Form>
    </Question>
  )
}

/** The actions of an admin on behalf of the author, or against a decision. */
export function Override({
  task,
  row,
  onClose,
}: {
  task: 'withdraw' | 'restore'
  row: Row
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const label = task === 'withdraw' ? t('Withdraw on behalf of the commenter') : t('Back to pending')
  const write = useReviewWrite(() => {
    announce(t('{label}: done.', { label }))
    onClose()
  })
  const send = () =>
    write.mutate(() => {
      const input = { reviewId: row.id, audit_comment: reason, expected_lock_version: row.lock_version }
      return task === 'withdraw'
        ? client.reviews.adminWithdraw.mutate(input)
        : client.reviews.adminRestore.mutate(input)
    })
  return (
    <Question label={label} onLeave={onClose}>
      <Form wide label={label} error={write.error} onSend={send}>
        <Field
          label={t('Why')}
          name="audit_comment"
          value={reason}
          onChange={setReason}
          isRequired
          autoFocus
        />
        <Actions>
          <Button type="submit" variant="danger" isPending={write.isPending}>
            {label}
          </Button>
          <Button onPress={onClose}>{t('Cancel')}</Button>
        </Actions>
      </Form>
    </Question>
  )
}

/** The only step that can't be undone: it asks for the comment's number. */
export function Delete({ row, onClose }: { row: Row; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const remove = useMutation({
    mutationFn: () =>
      client.reviews.adminDestroy.mutate({
        reviewId: row.id,
        audit_comment: reason,
        expected_lock_version: row.lock_version,
      }),
    onSuccess: () => {
      dropRow(row.id)
      announce(t('Comment {id} is deleted.', { id: row.id }))
      onClose()
    },
  })
  const same = typed.trim() === String(row.id)
  return (
    <Dialog title={t('Delete comment {id} permanently', { id: row.id })} isOpen urgent onClose={onClose}>
      <Form label={t('Delete permanently')} error={remove.error} onSend={() => same && remove.mutate()}>
        <p>{t('This permanently deletes the comment and its replies. It can’t be undone.')}</p>
        <Field
          label={t('Type {id} to confirm', { id: row.id })}
          value={typed}
          onChange={setTyped}
          inputMode="numeric"
          autoFocus
        />
        <Field label={t('Why')} name="audit_comment" value={reason} onChange={setReason} isRequired />
        <Actions>
          <Button type="submit" variant="danger" isDisabled={!same} isPending={remove.isPending}>
            {t('Delete permanently')}
          </Button>
          <Button onPress={onClose}>{t('Cancel')}</Button>
        </Actions>
      </Form>
    </Dialog>
  )
}
