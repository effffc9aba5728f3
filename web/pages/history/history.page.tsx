import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { api } from '../../api/client.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Empty } from '../../app/states.tsx'
import { PageContent } from '../../kit/page-content.tsx'
import { t } from '../../languages/t.ts'
import { ComponentFrame, formatTitle } from '../components/component-frame.tsx'
import { Block } from '../home/block.tsx'
import { ActivityList } from './activity-list.tsx'
import { ComparisonBar } from './comparison-bar.tsx'
import { Comparison } from './comparison.tsx'
import { historyRoute } from './history.route.ts'
import { Timeline } from './timeline.tsx'
import { findPreviousVersion, listVersions, type ComparedComponent } from './versions.ts'
import styles from './history.module.css'

/** The most entries that the service returns for a component. */
const MAX_ENTRIES = 50

/** The versions of a component as a timeline, the comparison of any two, and its newest changes. */
export default function HistoryPage() {
  const { id } = historyRoute.useParams()
  const search = historyRoute.useSearch()
  const navigate = useNavigate()
  const { data: summary } = useSuspenseQuery(api.components.summary.queryOptions({ id }))
  const { data: project } = useSuspenseQuery(api.projects.show.queryOptions({ id: summary.project_id }))
  const { data: entries } = useSuspenseQuery(api.components.histories.queryOptions({ id }))
  const { components } = project
  const versions = useMemo(() => listVersions(components, summary.name), [components, summary])
  const original = useOverlaidComponent(summary.component_id)
  const others = [...(original ? [original] : []), ...components.filter((item) => item.id !== id)]
  const base = others.find((item) => item.id === search.base) ?? findPreviousVersion(versions, id) ?? original
  const go = (change: Partial<typeof search>) =>
    void navigate({
      to: '/components/$id/history',
      params: { id },
      search: { ...search, ...change },
      replace: true,
    })
  return (
    <ComponentFrame id={id}>
      <PageContent>
        <PageTitle title={t('History')} parents={[formatTitle(summary)]} />
        <div className={styles['columns']}>
          <Block title={t('Versions')} count={versions.length}>
            <Timeline versions={versions} current={id} />
          </Block>
          <Block title={t('Changes')}>
            {others.length > 0 && (
              <ComparisonBar components={others} base={base?.id ?? null} field={search.field} onChange={go} />
            )}
            {base ? (
              <Comparison key={base.id} baseId={base.id} diffId={id} field={search.field} />
            ) : (
              <Empty>
                {others.length > 0
                  ? t('Choose a component to compare with. This is the first version.')
                  : t('This is the first version, and the project has no other component to compare with.')}
              </Empty>
            )}
          </Block>
        </div>
        <div className={styles['activity']}>
          <Block
            title={t('Activity')}
            {...(entries.length < MAX_ENTRIES
              ? {}
              : { more: t('The newest {limit}', { limit: MAX_ENTRIES }) })}
          >
            <ActivityList entries={entries} isCut={entries.length >= MAX_ENTRIES} />
          </Block>
        </div>
      </PageContent>
    </ComponentFrame>
  )
}

/** The component that an overlay is based on; it belongs to another project. */
function useOverlaidComponent(id: number | null): ComparedComponent | undefined {
  return useQuery({ ...api.components.summary.queryOptions({ id: id ?? 0 }), enabled: id !== null }).data
}
