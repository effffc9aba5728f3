import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { VISIBILITIES } from '../../../src/vocabulary.ts'
import { api } from '../../api/client.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Missing } from '../../app/states.tsx'
import { Button } from '../../kit/button.tsx'
import { Field, TextArea } from '../../kit/field.tsx'
import { Actions, Form, getFormValue } from '../../kit/form.tsx'
import { PageContent } from '../../kit/page-content.tsx'
import { t } from '../../languages/t.ts'
import { DeleteProject } from './delete-project.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { ProjectFrame, isProjectAdmin } from './project-frame.tsx'
import { projectSettingsRoute } from './settings.route.ts'
import { useSaveProject, type ProjectValues } from './use-save-project.ts'
import { VisibilityChoice } from './visibility.tsx'

/** The name, visibility and deletion of a project. */
export default function ProjectSettingsPage() {
  const { id } = projectSettingsRoute.useParams()
  const { data: project } = useSuspenseQuery(api.projects.show.queryOptions({ id }))
  const [deleting, setDeleting] = useState(false)
  const save = useSaveProject(project)
  if (!isProjectAdmin(project)) return <Missing />
  return (
    <ProjectFrame id={id}>
      <PageContent>
        <PageTitle title={t('Settings')} parents={[project.name]} />
        <Form error={save.error} onSend={(values) => save.mutate(readValues(values))}>
          <Field
            label={t('Name')}
            name="name"
            defaultValue={project.name}
            isRequired
            validationBehavior="aria"
          />
          <TextArea
            label={t('Description')}
            name="description"
            defaultValue={project.description ?? ''}
            validationBehavior="aria"
          />
          <VisibilityChoice value={project.visibility} />
          <Actions>
            <Button type="submit" variant="primary" isPending={save.isPending}>
              {t('Save')}
            </Button>
          </Actions>
        </Form>
        <DeletionSection
          title={t('Delete the project')}
          note={t('This deletes all of its components, requirements and comments. It can’t be undone.')}
          onPress={() => setDeleting(true)}
        />
        {deleting && <DeleteProject project={project} onClose={() => setDeleting(false)} />}
      </PageContent>
    </ProjectFrame>
  )
}

function readValues(values: FormData): ProjectValues {
  return {
    name: getFormValue(values, 'name'),
    description: getFormValue(values, 'description').trim() || null,
    visibility: VISIBILITIES.find((item) => item === getFormValue(values, 'visibility')) ?? 'hidden',
  }
}
