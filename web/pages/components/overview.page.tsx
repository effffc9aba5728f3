import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { roleAtLeast } from '../../../src/vocabulary.ts'
import { api } from '../../api/client.ts'
import { formatAge, formatExactTimeWithUtc, parseTimestamp } from '../../api/time.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { usePages } from '../../app/use-pages.ts'
import { SideBySide, Card, Facts } from '../../kit/card.tsx'
import { AddressLink, Link } from '../../kit/link.tsx'
import { t } from '../../languages/t.ts'
import { SEVERITY_LABELS } from '../authoring/labels.ts'
import { ComponentCharts } from '../charts/component-charts.tsx'
import { ComponentImports, ExportButton } from '../interchange/buttons.tsx'
import { SHORT_ROLES } from '../projects/roles.ts'
import { WatchButton } from '../watching/watch-button.tsx'
import { BaseComponent } from './base-component.tsx'
import { ChangedRequirements } from './changed-requirements.tsx'
import { ComponentFrame } from './component-frame.tsx'
import { CurrentState } from './current-state/current-state.tsx'
import { componentRoute } from './overview.route.ts'
import { Period } from './period.tsx'
import { findNextStep, formatRevision } from './phase.ts'
import { SourceChanges } from './source-changes.tsx'

/** The overview of a component: status, charts and details. */
export default function OverviewPage() {
  const { id } = componentRoute.useParams()
  const { data: summary } = useSuspenseQuery(api.components.summary.queryOptions({ id }))
  const { data: workflow } = useSuspenseQuery(api.components.workflowState.queryOptions({ id }))
  const exists = usePages()
  const step = findNextStep(summary, workflow)
  const { effective_permissions: role } = summary
  return (
    <ComponentFrame id={id}>
      <SideBySide label={t('About the component')} aside={<About id={id} />}>
        <PageTitle title={summary.name} description={formatRevision(summary) ?? undefined}>
          {role !== null && <WatchButton watched={{ watched_type: 'Component', watched_id: id }} />}
          {roleAtLeast(role, 'author') && (
            <ComponentImports
              id={id}
              projectId={summary.project_id}
              name={summary.name}
              released={summary.released}
              kind={summary.document_type}
            />
          )}
          <ExportButton
            exportable={{
              scope: 'component',
              id,
              projectId: summary.project_id,
              name: summary.name,
              kinds: [summary.document_type],
              role,
            }}
          />
          {summary.released && role === 'admin' && (
            <Link to="/components/$id/copy" params={{ id }} variant="secondary" icon="copy">
              {t('Copy')}
            </Link>
          )}
          {step.page !== '' && exists(`/components/$id${step.page}`) && (
            <AddressLink to={`/components/${id}${step.page}`} variant="primary">
              {step.label}
            </AddressLink>
          )}
        </PageTitle>
        <SourceChanges componentId={id} />
        <ChangedRequirements componentId={id} />
        <CurrentState summary={summary} workflow={workflow} />
        <ComponentCharts summary={summary} />
      </SideBySide>
    </ComponentFrame>
  )
}

function About({ id }: { id: number }) {
  const { data: summary } = useSuspenseQuery(api.components.summary.queryOptions({ id }))
  const { data: project } = useQuery({
    ...api.projects.show.queryOptions({ id: summary.project_id }),
    // The header reads it, for those who may.
    enabled: false,
  })
  const updated = parseTimestamp(summary.updated_at)
  const { severity_counts: severities, effective_permissions: role } = summary
  return (
    <>
      <Period summary={summary} />
      <Card title={t('About')}>
        <Facts
          facts={removeEmptyFacts([
            [t('Title'), summary.title],
            [t('Kind'), summary.document_type.toUpperCase()],
            [t('Prefix'), <code key="prefix">{summary.prefix}</code>],
            [
              t('Based on'),
              <Link key="guide" to="/srgs/$id" params={{ id: summary.security_requirements_guide_id }}>
                {summary.based_on_title} {summary.based_on_version}
              </Link>,
            ],
            [
              t('Overlay of'),
              summary.component_id === null ? null : <BaseComponent key="base" id={summary.component_id} />,
            ],
            [
              t('Project'),
              role === null ? null : (
                <Link key="project" to="/projects/$id" params={{ id: summary.project_id }}>
                  {project?.name ?? t('all of its components')}
                </Link>
              ),
            ],
            [t('Your role'), SHORT_ROLES.find(({ value }) => value === role)?.label ?? t('No role')],
            [SEVERITY_LABELS.high, severities.high],
            [SEVERITY_LABELS.medium, severities.medium],
            [SEVERITY_LABELS.low, severities.low],
            [
              t('Details changed'),
              updated && (
                <span key="updated" title={formatExactTimeWithUtc(updated)}>
                  {formatAge(updated, new Date())}
                </span>
              ),
            ],
          ])}
        />
      </Card>
    </>
  )
}

/** Removes empty facts. */
function removeEmptyFacts(
  facts: readonly (readonly [string, ReactNode])[],
): (readonly [string, ReactNode])[] {
  return facts.filter(([, value]) => value !== null)
}
