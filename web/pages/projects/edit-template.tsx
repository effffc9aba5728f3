import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient, type Outputs } from '../../api/client.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field, TextArea } from '../../kit/field.tsx'
import { Actions, Form } from '../../kit/form.tsx'
import { notify, notifyError } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'

export type Template = Outputs['responseTemplates']['list']['triage_response_templates'][number]

const refetch = () => queryClient.invalidateQueries(api.responseTemplates.pathFilter())

/** Edits a response template; without one, creates it. */
export function EditTemplate({
  projectId,
  template,
  onClose,
}: {
  projectId: number
  template: Template | null
  onClose: () => void
}) {
  const [name, setName] = useState(template?.name ?? '')
  const [body, setBody] = useState(template?.body ?? '')
  const save = useSaveTemplate(projectId, template, onClose)
  const remove = useRemoveTemplate(projectId, onClose)
  const send = () => {
    remove.reset()
    save.mutate({ name, body })
  }
  return (
    <Dialog
      title={template === null ? t('New template') : t('Change {name}', { name: template.name })}
      isOpen
      onClose={onClose}
      wide
    >
      <Form wide label={t('Template')} error={remove.error ?? save.error} onSend={send}>
        <Field
          label={t('Name')}
          name="name"
          value={name}
          onChange={setName}
          maxLength={200}
          isRequired
          validationBehavior="aria"
          autoFocus
        />
        <TextArea
          label={t('Response')}
          name="body"
          value={body}
          onChange={setBody}
          isRequired
          validationBehavior="aria"
        />
        <Actions>
          <Button type="submit" variant="primary" isPending={save.isPending}>
            {t('Save')}
          </Button>
          {template !== null && (
            <Button variant="danger" isPending={remove.isPending} onPress={() => remove.mutate(template)}>
              {t('Delete')}
            </Button>
          )}
          <Button onPress={onClose}>{t('Cancel')}</Button>
        </Actions>
      </Form>
    </Dialog>
  )
}

function useSaveTemplate(projectId: number, template: Template | null, onDone: () => void) {
  return useMutation({
    mutationFn: (values: { name: string; body: string }) => {
      const input = { triage_response_template: values }
      return template === null
        ? client.responseTemplates.create.mutate({ projectId, ...input })
        : client.responseTemplates.update.mutate({
            projectId,
            id: template.id,
            ...input,
            expected_lock_version: template.lock_version,
          })
    },
    onSuccess: () => {
      notify(t('The template is saved.'))
      onDone()
    },
    onSettled: refetch,
  })
}

function useRemoveTemplate(projectId: number, onDone: () => void) {
  return useMutation({
    mutationFn: (template: Template) =>
      client.responseTemplates.remove.mutate({
        projectId,
        id: template.id,
        expected_lock_version: template.lock_version,
      }),
    onSuccess: (_, template) => {
      const close = notify(t('The template is deleted. Responses made from it stay.'), {
        action: {
          label: t('Undo'),
          act: () => {
            close()
            void restoreTemplate(projectId, template)
          },
        },
      })
      onDone()
    },
    onSettled: refetch,
  })
}

/** Restores a deleted template with its name and text. */
async function restoreTemplate(projectId: number, { name, body }: Template): Promise<void> {
  try {
    await client.responseTemplates.create.mutate({ projectId, triage_response_template: { name, body } })
    notify(t('The template is back.'))
  } catch (error) {
    notifyError(error)
  }
  await refetch()
}
