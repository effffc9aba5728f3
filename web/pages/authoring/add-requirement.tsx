import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient } from '../../api/client.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { TextArea } from '../../kit/field.tsx'
import { Actions, Form, getFormValue } from '../../kit/form.tsx'
import { notify } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'
import { OriginalChoice } from './original-choice.tsx'
import type { Row } from './requirements.ts'

/** Adds a requirement: a new one, or a copy of another one. */
export function AddRequirement({
  componentId,
  isAdmin,
  rows,
  onAdded,
  onClose,
}: {
  componentId: number
  /** Admins can add new ones too; authors only copy. */
  isAdmin: boolean
  rows: readonly Row[]
  onAdded: (displayedName: string) => void
  onClose: () => void
}) {
  const [source, setSource] = useState<Row | null>(null)
  const add = useMutation({
    mutationFn: (values: FormData) =>
      client.rules.create.mutate({ componentId, rule: toInput(values, source) }),
    onSuccess: async ({ data }) => {
      notify(t('Requirement {number} is added.', { number: data.rule_id }))
      await queryClient.invalidateQueries(api.rules.pathFilter())
      void queryClient.invalidateQueries(api.components.pathFilter())
      onClose()
      onAdded(data.displayed_name)
    },
  })
  return (
    <Dialog title={t('Add a requirement')} isOpen onClose={onClose}>
      <Form error={add.error} onSend={(values) => add.mutate(values)}>
        <TextArea
          label={t('Title')}
          name="title"
          hint={
            source
              ? t('If empty, the title of the original is used.')
              : t('The number is assigned automatically.')
          }
          autoFocus
          maxLength={1000}
          validationBehavior="aria"
        />
        <OriginalChoice
          label={isAdmin ? t('Copy of (optional)') : t('Copy of')}
          rows={rows}
          original={source}
          onChange={setSource}
        />
        {!isAdmin && (
          <p className="muted small">{t('Only a project admin can add a requirement that isn’t a copy')}</p>
        )}
        <Actions>
          <Button type="submit" variant="primary" isPending={add.isPending} isDisabled={!isAdmin && !source}>
            {source ? t('Copy {number}', { number: source.rule_id }) : t('Add')}
          </Button>
          <Button onPress={onClose}>{t('Cancel')}</Button>
        </Actions>
      </Form>
    </Dialog>
  )
}

function toInput(values: FormData, original: Row | null) {
  const title = getFormValue(values, 'title').trim()
  return {
    ...(title === '' ? {} : { title }),
    ...(original ? { duplicate: true, id: original.id } : {}),
  }
}
