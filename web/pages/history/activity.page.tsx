import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { api } from '../../api/client.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Button } from '../../kit/button.tsx'
import { Actions } from '../../kit/form.tsx'
import { PageContent } from '../../kit/page-content.tsx'
import { AfterLastPage } from '../../kit/pages.tsx'
import { t } from '../../languages/t.ts'
import { ProjectFrame } from '../projects/project-frame.tsx'
import { ActivityList } from './activity-list.tsx'
import { activityRoute, ENTRIES_PER_PAGE } from './activity.route.ts'

/** The changes of a project and its members, newest first. */
export default function ActivityPage() {
  const { id } = activityRoute.useParams()
  const page = useDeferredValue(activityRoute.useSearch().page)
  const { data: project } = useSuspenseQuery(api.projects.show.queryOptions({ id }))
  const { data: entries } = useSuspenseQuery(api.projects.histories.queryOptions({ id, page }))
  const navigate = useNavigate()
  const showPage = (newPage: number) =>
    navigate({ to: '/projects/$id/activity', params: { id }, search: { page: newPage } })
  const isLast = entries.length < ENTRIES_PER_PAGE
  return (
    <ProjectFrame id={id}>
      <PageContent>
        <PageTitle title={t('Activity')} parents={[project.name]} />
        {entries.length === 0 && page > 1 ? (
          <AfterLastPage onPage={(first) => void showPage(first)} />
        ) : (
          <ActivityList entries={entries} isCut={!isLast} />
        )}
        {!(isLast && page === 1) && (
          <Actions>
            <Button isDisabled={page === 1} onPress={() => void showPage(page - 1)}>
              {t('Newer')}
            </Button>
            <Button isDisabled={isLast} onPress={() => void showPage(page + 1)}>
              {t('Older')}
            </Button>
          </Actions>
        )}
      </PageContent>
    </ProjectFrame>
  )
}
