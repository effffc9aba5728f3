import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { createCurrentUserQuery } from '../../api/me.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Link } from '../../kit/link.tsx'
import { PageContent } from '../../kit/page-content.tsx'
import { t } from '../../languages/t.ts'
import { FirstSteps } from './first-steps.tsx'
import styles from './welcome.module.css'

/** The first steps: an administrator sets the service up, everyone else finds a project. */
export default function WelcomePage() {
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const { data: projects } = useSuspenseQuery(api.projects.list.queryOptions({}))
  const mine = projects.filter(({ is_member }) => is_member)
  return (
    <PageContent>
      <PageTitle title={t('Welcome')} description={person.name} />
      <FirstSteps person={person} projects={mine} always />
      {!person.admin && (
        <p className={styles['lead']}>
          {mine.length === 0
            ? t('You aren’t a member of a project yet. Request access to one, or create your own.')
            : t('My work shows your projects and what is waiting for you.')}
        </p>
      )}
      <div className={styles['ends']}>
        {mine.length === 0 && (
          <Link to="/projects" variant="primary">
            {t('See all projects')}
          </Link>
        )}
        <Link to="/" variant="secondary">
          {t('Go to my work')}
        </Link>
      </div>
    </PageContent>
  )
}
