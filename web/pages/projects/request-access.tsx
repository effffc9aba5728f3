import { useQuery } from '@tanstack/react-query'
import { ACCESS_MS, api, pollEvery } from '../../api/client.ts'
import { t } from '../../languages/t.ts'
import { AccessRequestButton } from './access-request-button.tsx'
import styles from './request-access.module.css'

/** For users who may know a project but not read it: what they can do, and the state of their request. */
export default function RequestAccess({ projectId }: { projectId: number }) {
  const { data } = useQuery({
    ...api.projects.list.queryOptions({}),
    refetchInterval: pollEvery(ACCESS_MS),
  })
  const project = data?.find(({ id }) => id === projectId)
  if (!project || project.is_member || project.admin) return null
  const { name, description, access_request_id } = project
  return (
    <section className={styles['access']} aria-label={t('Access to {name}', { name })}>
      <h2>{name}</h2>
      {description !== null && <p className="prose">{description}</p>}
      <p role="status">
        {access_request_id === null
          ? t('Only members can open this project.')
          : t('You requested access. A project admin will decide.')}
      </p>
      <AccessRequestButton project={project} />
    </section>
  )
}
