import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { t } from '../../languages/t.ts'
import { ProjectFrame } from '../projects/project-frame.tsx'
import { ActivityList } from './activity-list.tsx'
import { activityRoute } from './activity.route.ts'
import styles from './history.module.css'

/** The newest changes of a project and its members. */
export default function ActivityPage() {
  const { id } = activityRoute.useParams()
  const { data: project } = useSuspenseQuery(api.projects.show.queryOptions({ id }))
  const { data: entries } = useSuspenseQuery(api.projects.histories.queryOptions({ id }))
  return (
    <ProjectFrame id={id}>
      <div className={styles['page']}>
        <PageTitle title={t('Activity')} parents={[project.name]} />
        <ActivityList entries={entries} />
      </div>
    </ProjectFrame>
  )
}
