import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Empty } from '../../app/states.tsx'
import { Button } from '../../kit/button.tsx'
import { TableRow } from '../../kit/list-row.tsx'
import { PageContent } from '../../kit/page-content.tsx'
import { Cell, RowName, Table } from '../../kit/table.tsx'
import { t, verb } from '../../languages/t.ts'
import { EditTemplate, type Template } from './edit-template.tsx'
import { ProjectFrame, isProjectAdmin } from './project-frame.tsx'
import { templatesRoute } from './templates.route.ts'

/** The response templates of a project; project admins edit them. */
export default function TemplatesPage() {
  const { id } = templatesRoute.useParams()
  const { data: project } = useSuspenseQuery(api.projects.show.queryOptions({ id }))
  const { data } = useSuspenseQuery(api.responseTemplates.list.queryOptions({ projectId: id }))
  const [editing, setEditing] = useState<Template | 'new' | null>(null)
  const templates = data.triage_response_templates
  const admin = isProjectAdmin(project)
  return (
    <ProjectFrame id={id}>
      <PageContent>
        <PageTitle title={t('Templates')} parents={[project.name]} description={templates.length}>
          {admin && (
            <Button icon="plus" onPress={() => setEditing('new')}>
              {t('New template')}
            </Button>
          )}
        </PageTitle>
        {templates.length === 0 ? (
          <Empty>
            {admin
              ? t('Save responses that you write often. In triage, press a digit to insert one.')
              : t('No response templates yet')}
          </Empty>
        ) : (
          <Table
            label={t('Response templates')}
            columns={[{ label: t('Template') }, { label: t('Change'), quiet: true, end: true }]}
          >
            {templates.map((template) => (
              <TableRow key={template.id}>
                <Cell head>
                  <RowName description={template.body}>{template.name}</RowName>
                </Cell>
                <Cell end>
                  {admin && (
                    <Button
                      aria-label={t('Change {name}', { name: template.name })}
                      onPress={() => setEditing(template)}
                    >
                      {verb('Change')}
                    </Button>
                  )}
                </Cell>
              </TableRow>
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
      </PageContent>
    </ProjectFrame>
  )
}
