import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Outputs } from '../../api/client.ts'
import { createCurrentUserQuery } from '../../api/me.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Empty } from '../../app/states.tsx'
import { Button } from '../../kit/button.tsx'
import { Field } from '../../kit/field.tsx'
import { Actions, Form, getFormValue } from '../../kit/form.tsx'
import { Link } from '../../kit/link.tsx'
import { PageContent } from '../../kit/page-content.tsx'
import { Select } from '../../kit/select.tsx'
import { TwoColumns } from '../../kit/two-columns.tsx'
import { t } from '../../languages/t.ts'
import { listAdministeredProjects } from '../projects/administered-projects.ts'
import { parseNumber, useCreateComponent } from '../projects/use-create-component.ts'
import { ComponentFrame, formatTitle } from './component-frame.tsx'
import { copyRoute } from './copy.route.ts'
import type { Summary } from './phase.ts'

type Project = Outputs['projects']['list'][number]

/** Copies a component as a new version, or into another project that one administers. */
export default function CopyPage() {
  const { id } = copyRoute.useParams()
  const { data: summary } = useSuspenseQuery(api.components.summary.queryOptions({ id }))
  const { data: projects } = useSuspenseQuery(api.projects.list.queryOptions({}))
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const mine = listAdministeredProjects(projects, person)
  return (
    <ComponentFrame id={id}>
      <PageContent>
        <PageTitle title={t('New version or copy')} parents={[formatTitle(summary)]} />
        {mine.length === 0 ? (
          <Empty action={<Link to="/projects">{t('See all projects')}</Link>}>
            {t('You can copy only into projects that you administer, and there are none yet.')}
          </Empty>
        ) : (
          <CopyForm summary={summary} projects={mine} />
        )}
      </PageContent>
    </ComponentFrame>
  )
}

function CopyForm({ summary, projects }: { summary: Summary; projects: readonly Project[] }) {
  const { id, project_id: projectId } = summary
  const [chosen, setChosen] = useState(
    () => (projects.find((item) => item.id === projectId) ?? projects[0])?.id ?? projectId,
  )
  const create = useCreateComponent(chosen)
  return (
    <Form label={t('Copy')} error={create.error} onSend={(values) => create.mutate(toCopy(values, id))}>
      <p>
        {t(
          'Keep the name to create a new version. Change it, or choose another project, to create a separate copy.',
        )}
      </p>
      <p>{t('Both start as a draft with all requirements, answers and the comments that you can see.')}</p>
      <Select
        label={t('Project')}
        options={projects.map((project) => ({ value: String(project.id), label: project.name }))}
        value={String(chosen)}
        onChange={(value) => setChosen(Number(value))}
      />
      {(['name', 'prefix', 'title'] as const).map((name) => (
        <Field
          key={name}
          label={LABELS[name]}
          name={name}
          defaultValue={summary[name]}
          isRequired
          validationBehavior="aria"
        />
      ))}
      <TwoColumns>
        <Field
          label={t('Version')}
          name="version"
          type="number"
          defaultValue={String(summary.version ?? 1)}
          validationBehavior="aria"
        />
        <Field
          label={t('Release')}
          name="release"
          type="number"
          defaultValue={String((summary.release ?? 0) + 1)}
          validationBehavior="aria"
        />
      </TwoColumns>
      <Actions>
        <Button type="submit" variant="primary" isPending={create.isPending}>
          {t('Create component')}
        </Button>
        <Link to="/components/$id" params={{ id }} variant="secondary">
          {t('Cancel')}
        </Link>
      </Actions>
    </Form>
  )
}

function toCopy(values: FormData, id: number) {
  return {
    duplicate: true,
    id,
    name: getFormValue(values, 'name').trim(),
    prefix: getFormValue(values, 'prefix').trim(),
    title: getFormValue(values, 'title').trim(),
    version: parseNumber(getFormValue(values, 'version')),
    release: parseNumber(getFormValue(values, 'release')),
    comment_phase: 'closed' as const,
  }
}

const LABELS = { name: t('Name'), prefix: t('Prefix'), title: t('Title') } as const
