import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { api } from '../../api/client.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { PageContent } from '../../kit/page-content.tsx'
import { SearchField } from '../../kit/search-field.tsx'
import { rich } from '../../languages/rich.ts'
import { formatCount, formatNumber, t } from '../../languages/t.ts'
import { ControlCoverageChart } from '../charts/control-coverage-chart.tsx'
import { GuideTabs } from '../guides/guide-tabs.tsx'
import { ControlTable } from './control-table.tsx'
import { controlsRoute, toScope } from './controls.route.ts'
import { findCci, findControls } from './find-controls.ts'
import { UnlistedControl } from './unlisted-control.tsx'
import styles from './controls.module.css'

/** NIST SP 800-53 controls with their CCIs, and the requirements that implement each. */
export default function ControlsPage() {
  const search = controlsRoute.useSearch()
  const navigate = useNavigate()
  const { data } = useSuspenseQuery(api.controls.list.queryOptions(toScope(search)))
  const query = useDeferredValue(search.q)
  const matching = findControls(data.controls, query)
  const covered = matching.filter(({ requirements }) => requirements > 0).length
  const go = (next: Partial<typeof search>) =>
    void navigate({ to: '/controls', search: { ...search, ...next }, replace: true })
  return (
    <>
      <GuideTabs />
      <PageContent>
        <PageTitle title={t('Controls and CCIs')} parents={[t('Guides')]} description={t('NIST SP 800-53')} />
        <ScopeNote componentId={search.component_id} projectId={search.project_id} />
        <div className={styles['filters']}>
          <SearchField
            label={t('Find a control or CCI')}
            placeholder={t('AC-10, CCI-000054, audit')}
            value={search.q}
            onChange={(q) => go({ q, control: '' })}
          />
          <span className="muted small" role="status">
            {rich(
              {
                count: data.without_control,
                one: '{covered} of {controls} covered; {count} requirement belongs to no known control',
                other: '{covered} of {controls} covered; {count} requirements belong to no known control',
              },
              {
                covered: formatNumber(covered),
                controls: formatCount(matching.length, 'control'),
                count: formatNumber(data.without_control),
              },
            )}
          </span>
        </div>
        <div className={styles['parts']}>
          {matching.length === 0 ? (
            <UnlistedControl query={query.trim()} scope={toScope(search)} />
          ) : (
            <ControlTable
              controls={matching}
              cci={findCci(query)}
              open={
                matching.length === 1 && search.control === '' ? (matching[0]?.control ?? '') : search.control
              }
              scope={toScope(search)}
              onOpen={(control) => go({ control })}
            />
          )}
          <ControlCoverageChart coverage={data} search={toScope(search)} />
        </div>
      </PageContent>
    </>
  )
}

/** Names the component or project whose requirements are counted, with a link to all. */
function ScopeNote({ componentId, projectId }: { componentId: number | null; projectId: number | null }) {
  const component = useQuery(
    api.components.summary.queryOptions({ id: componentId ?? 0 }, { enabled: componentId !== null }),
  )
  const project = useQuery(
    api.projects.show.queryOptions({ id: projectId ?? 0 }, { enabled: projectId !== null }),
  )
  const name = component.data?.name ?? project.data?.name
  if (componentId === null && projectId === null) {
    return <p className="muted small">{t('Counts the requirements of all components that you can read.')}</p>
  }
  return (
    <p className="small">
      {rich('Counts the requirements of {name}. {link}', {
        name: name ?? t('one place'),
        link: <AddressLink to="/controls">{t('Count all components')}</AddressLink>,
      })}
    </p>
  )
}
