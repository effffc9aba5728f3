import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { VISIBILITIES } from '../../../src/vocabulary.ts'
import { api, client, queryClient } from '../../api/client.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field, TextArea } from '../../kit/field.tsx'
import { Actions, Form, getFormValue } from '../../kit/form.tsx'
import { notify } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'
import { VisibilityChoice } from './visibility.tsx'

/** Creates a project and opens it; its creator becomes its admin. */
export function NewProject({
  onClose,
  stays = false,
}: {
  onClose: () => void
  /** Do not open the new project, because the page shows the next step. */
  stays?: boolean
}) {
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: (values: FormData) =>
      client.projects.create.mutate({
        project: {
          name: getFormValue(values, 'name'),
          description: getFormValue(values, 'description').trim() || null,
          visibility: VISIBILITIES.find((item) => item === getFormValue(values, 'visibility')) ?? 'hidden',
        },
      }),
    onSuccess: async ({ project }) => {
      notify(t('{name} is ready.', { name: project.name }))
      void queryClient.invalidateQueries(api.projects.pathFilter())
      if (stays) return onClose()
      await navigate({ to: '/projects/$id', params: { id: project.id } })
    },
  })
  return (
    <Dialog title={t('New project')} isOpen onClose={onClose}>
      <Form error={create.error} onSend={(values) => create.mutate(values)}>
        <Field label={t('Name')} name="name" autoFocus isRequired validationBehavior="aria" />
        <TextArea label={t('Description')} name="description" validationBehavior="aria" />
        <VisibilityChoice />
        <Actions>
          <Button type="submit" variant="primary" isPending={create.isPending}>
            {t('Create project')}
          </Button>
          <Button onPress={onClose}>{t('Cancel')}</Button>
        </Actions>
      </Form>
    </Dialog>
  )
}
