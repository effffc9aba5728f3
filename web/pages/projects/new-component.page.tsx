import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Missing } from '../../app/states.tsx'
import { Radio, Radios } from '../../kit/choice.tsx'
import { PageContent } from '../../kit/page-content.tsx'
import { t } from '../../languages/t.ts'
import { EMPTY_DRAFT, NewComponentForm, NewOverlayForm } from './new-component-form.tsx'
import { newComponentRoute } from './new-component.route.ts'
import { ProjectFrame, isProjectAdmin } from './project-frame.tsx'
import styles from './new-component.module.css'

/** A component from a guide of the catalog, a STIG from any SRG or an SRG from a core SRG; or an overlay. */
export default function NewComponentPage() {
  const { id } = newComponentRoute.useParams()
  const { data: project } = useSuspenseQuery(api.projects.show.queryOptions({ id }))
  const [start, setStart] = useState<'guide' | 'overlay'>('guide')
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  if (!isProjectAdmin(project)) return <Missing />
  return (
    <ProjectFrame id={id}>
      <PageContent>
        <PageTitle title={t('New component')} parents={[project.name]} />
        <div className={styles['choice']}>
          <Radios
            label={t('Start from')}
            value={start}
            onChange={(value) => setStart(value === 'overlay' ? 'overlay' : 'guide')}
          >
            <Radio value="guide">{t('A guide of the catalog')}</Radio>
            <Radio value="overlay">{t('A released component, as an overlay')}</Radio>
          </Radios>
          {start === 'guide' ? (
            <NewComponentForm projectId={id} draft={draft} onDraft={setDraft} />
          ) : (
            <NewOverlayForm
              projectId={id}
              released={project.available_components}
              draft={draft}
              onDraft={setDraft}
            />
          )}
        </div>
      </PageContent>
    </ProjectFrame>
  )
}
