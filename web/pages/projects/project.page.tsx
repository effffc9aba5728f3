import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { formatPart } from '../../app/format-part.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Empty } from '../../app/states.tsx'
import { SideBySide, Card, Facts } from '../../kit/card.tsx'
import { Link } from '../../kit/link.tsx'
import { formatNumber, t } from '../../languages/t.ts'
import { ProjectCharts } from '../charts/project-charts.tsx'
import { formatRevision } from '../components/phase.ts'
import { AccessRequests } from '../home/access-requests.tsx'
import { Block } from '../home/block.tsx'
import { ExportButton, ProjectImports } from '../interchange/buttons.tsx'
import { listKinds } from '../interchange/forms.ts'
import { WatchButton } from '../watching/watch-button.tsx'
import { ComponentRows } from './component-rows.tsx'
import { ProjectFrame, isProjectAdmin, type Project } from './project-frame.tsx'
import { projectRoute } from './project.route.ts'
import { ROLE_NAMES } from './roles.ts'

/** A project: its components, access requests and workload. */
export default function ProjectPage() {
  const { id } = projectRoute.useParams()
  const { data: project } = useSuspenseQuery(api.projects.show.queryOptions({ id }))
  const { name, components, access_requests: requests } = project
  return (
    <ProjectFrame id={id}>
      <SideBySide label={t('About the project')} aside={<About project={project} />}>
        <PageTitle title={name} parents={[t('Projects')]}>
          {project.effective_permissions !== null && (
            <WatchButton watched={{ watched_type: 'Project', watched_id: id }} />
          )}
          {isProjectAdmin(project) && <ProjectImports id={id} name={name} />}
          {components.length > 0 && (
            <ExportButton
              exportable={{
                scope: 'project',
                id,
                name,
                kinds: listKinds(components),
                role: project.effective_permissions,
                components: components.map((item) => ({
                  id: item.id,
                  name: [item.name, formatRevision(item)].filter(Boolean).join(' '),
                })),
              }}
            />
          )}
          {isProjectAdmin(project) && (
            <Link to="/projects/$id/components/new" params={{ id }} variant="primary" icon="plus">
              {t('New component')}
            </Link>
          )}
        </PageTitle>
        {requests.length > 0 && (
          <Block title={t('Access requests')} count={requests.length}>
            <AccessRequests requests={requests} />
          </Block>
        )}
        {components.length > 0 ? (
          <ComponentRows components={components} />
        ) : (
          <Empty>
            {isProjectAdmin(project)
              ? t('No components yet. Create the first one from a guide in the catalog.')
              : t('No components yet. A project admin can create the first one.')}
          </Empty>
        )}
        {components.length > 0 && <ProjectCharts project={project} />}
      </SideBySide>
    </ProjectFrame>
  )
}

function About({ project }: { project: Project }) {
  const { id, description, details, visibility, memberships_count, admin_name, admin_email } = project
  const { data: triage } = useQuery(api.reviews.projectTriageSummary.queryOptions({ id }))
  const determined = details.total - details.stig.nyd - details.srg.nyd
  return (
    <>
      <Card title={t('About')}>
        {description !== null && <p className="prose">{description}</p>}
        <Facts
          facts={[
            [
              t('Your role'),
              project.effective_permissions === null ? t('None') : ROLE_NAMES[project.effective_permissions],
            ],
            [t('Admin'), admin_name ?? '–'],
            ...(admin_email === null ? [] : [[t('Email'), admin_email] as const]),
            [
              t('Visibility'),
              visibility === 'hidden'
                ? t('Members only')
                : t('Anyone signed in can find it and request access'),
            ],
            [
              t('Members'),
              <Link key="members" to="/projects/$id/members" params={{ id }}>
                {formatNumber(memberships_count)}
              </Link>,
            ],
          ]}
        />
      </Card>
      <Card title={t('Requirements')}>
        <Facts
          facts={[
            [t('Determined'), formatPart(determined, details.total)],
            [t('Under review'), formatNumber(details.ur)],
            [t('Locked'), formatNumber(details.lck)],
          ]}
        />
      </Card>
      <Card title={t('Comments')}>
        <Facts
          facts={[
            [t('Pending'), triage ? formatNumber(triage.by_triage_status['pending'] ?? 0) : '–'],
            [t('Closed'), triage ? formatPart(triage.adjudicated, triage.total) : '–'],
          ]}
        />
      </Card>
    </>
  )
}
