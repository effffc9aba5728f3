import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient, type Outputs } from '../../api/client.ts'
import { problemOf } from '../../api/errors.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Empty } from '../../app/states.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field, TextArea } from '../../kit/field.tsx'
import { Actions, Form } from '../../kit/form.tsx'
import { notify } from '../../kit/toast.tsx'
import { Cell, RowName, Table } from '../../kit/table.tsx'
import { ProjectFrame, runs } from './project-frame.tsx'
import styles from './projects.module.css'
import { templatesRoute } from './templates.route.ts'

type Template = Outputs['responseTemplates']['list']['triage_response_templates'][number]

/** The responses that triagers take with one digit; an admin of the project writes them. */
export default function TemplatesPage() {
  const { id } = templatesRoute.useParams()
  const { data: project } = useSuspenseQuery(api.projects.show.queryOptions({ id }))
  const { data } = useSuspenseQuery(api.responseTemplates.list.queryOptions({ projectId: id }))
  const [editing, setEditing] = useState<Template | 'new' | null>(null)
  const templates = data.triage_response_templates
  const admin = runs(project)
  return (
    <ProjectFrame id={id}>
      <div className={styles['page']}>
        <PageTitle title="Templates" trail={[project.name]} about={templates.length}>
          {admin && (
            <Button icon="plus" onPress={() => setEditing('new')}>
              New template
            </Button>
          )}
        </PageTitle>
        {templates.length === 0 ? (
          <Empty>
            {admin
              ? 'Save responses that you write often. In triage, press a digit to insert one.'
              : 'No response templates yet'}
          </Empty>
        ) : (
          <Table
            label="Response templates"
            columns={[{ words: 'Template' }, { words: 'Change', quiet: true, end: true }]}
          >
            {templates.map((template) => (
              <tr key={template.id}>
                <Cell head>
                  <RowName about={template.body}>{template.name}</RowName>
                </Cell>
                <Cell end>
                  {admin && (
                    <Button aria-label={`Change ${template.name}`} onPress={() => setEditing(template)}>
                      Change
                    </Button>
                  )}
                </Cell>
              </tr>
            ))}
          </Table>
        )}
        {editing !== null && (
          <EditTemplate
            projectId={id}
            template={editing === 'new' ? null : editing}
            onClose={() => setEditing(null)}
          />
        )}
      </div>
    </ProjectFrame>
  )
}

function EditTemplate({
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
  const reread = () => queryClient.invalidateQueries(api.responseTemplates.pathFilter())
  const save = useMutation({
    mutationFn: () => {
      const given = { triage_response_template: { name, body } }
      return template === null
        ? client.responseTemplates.create.mutate({ projectId, ...given })
        : client.responseTemplates.update.mutate({
            projectId,
            id: template.id,
            ...given,
            expected_lock_version: template.lock_version,
          })
    },
    onSuccess: () => {
      notify('The template is saved.')
      onClose()
    },
    onSettled: reread,
  })
  const remove = useMutation({
    mutationFn: (one: Template) =>
      client.responseTemplates.remove.mutate({
        projectId,
        id: one.id,
        expected_lock_version: one.lock_version,
      }),
    onSuccess: () => {
      notify('The template is deleted. Responses made from it stay.')
      onClose()
    },
    onError: (error) => notify(problemOf(error).sentence, { look: 'problem' }),
    onSettled: reread,
  })
  return (
    <Dialog
      title={template === null ? 'New template' : `Change ${template.name}`}
      isOpen
      onClose={onClose}
      wide
    >
      <Form wide label="Template" error={save.error} onSend={() => save.mutate()}>
        <Field
          label="Name"
          name="name"
          value={name}
          onChange={setName}
          maxLength={200}
          isRequired
          autoFocus
        />
        <TextArea label="Response" name="body" value={body} onChange={setBody} isRequired />
        <Actions>
          <Button type="submit" look="first" isPending={save.isPending}>
            Save
          </Button>
          {template !== null && (
            <Button look="danger" isPending={remove.isPending} onPress={() => remove.mutate(template)}>
              Delete
            </Button>
          )}
          <Button onPress={onClose}>Cancel</Button>
        </Actions>
      </Form>
    </Dialog>
  )
}
