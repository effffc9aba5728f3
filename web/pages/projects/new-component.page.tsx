import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Missing } from '../../app/states.tsx'
import { t } from '../../languages/t.ts'
import { NewComponentForm } from './new-component-form.tsx'
import { newComponentRoute } from './new-component.route.ts'
import { ProjectFrame, isProjectAdmin } from './project-frame.tsx'
import styles from './projects.module.css'

/** A component from a guide of the catalog: a STIG from any SRG, an SRG from a core SRG. */
export default function NewComponentPage() {
  const { id } = newComponentRoute.useParams()
  const { data: project } = useSuspenseQuery(api.projects.show.queryOptions({ id }))
  if (!isProjectAdmin(project)) return <Missing />
  return (
    <ProjectFrame id={id}>
      <div className={styles['page']}>
        <PageTitle title={t('New component')} parents={[project.name]} />
        <NewComponentForm projectId={id} />
      </div>
    </ProjectFrame>
  )
}
