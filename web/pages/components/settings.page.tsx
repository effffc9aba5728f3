import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { roleAtLeast } from '../../../src/vocabulary.ts'
import { api, type Outputs } from '../../api/client.ts'
import { createCurrentUserQuery } from '../../api/me.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Missing } from '../../app/states.tsx'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { Link } from '../../kit/link.tsx'
import { PageContent } from '../../kit/page-content.tsx'
import { Stack } from '../../kit/stack.tsx'
import { t } from '../../languages/t.ts'
import { Block } from '../home/block.tsx'
import { listAdministeredProjects } from '../projects/administered-projects.ts'
import { ComponentFrame, formatTitle } from './component-frame.tsx'
import { DeleteComponent } from './delete-component.tsx'
import { MoveComponent } from './move-component.tsx'
import { componentSettingsRoute } from './settings.route.ts'
import { DetailsForm } from './settings/details-form.tsx'
import { MetadataForm } from './settings/metadata-form.tsx'
import { PolicyForm } from './settings/policy-form.tsx'
import { QuestionsForm } from './settings/questions-form.tsx'
import styles from './settings.module.css'

/** Name, contact, metadata, additional questions and readiness policy of a component, and its deletion. */
export default function ComponentSettingsPage() {
  const { id } = componentSettingsRoute.useParams()
  const { data: component } = useSuspenseQuery(api.components.header.queryOptions({ id }))
  if (!roleAtLeast(component.effective_permissions, 'author')) return <Missing />
  const { released } = component
  return (
    <ComponentFrame id={id}>
      <PageContent>
        <PageTitle title={t('Settings')} parents={[formatTitle(component)]} />
        <Stack>
          {released && <BannerStrip variant="info">{t('A released component can’t be changed')}</BannerStrip>}
          <div className={styles['columns']}>
            <div>
              <Block title={t('Details')}>
                <div className={styles['fields']}>
                  <DetailsForm component={component} />
                </div>
              </Block>
              <Block title={t('Additional questions')}>
                <QuestionsForm component={component} />
              </Block>
              <Block title={t('Metadata')}>
                <MetadataForm component={component} />
              </Block>
            </div>
            <div>
              {component.effective_permissions === 'admin' && (
                <Block title={t('Readiness policy')}>
                  <div className={styles['fields']}>
                    <PolicyForm component={component} />
                  </div>
                </Block>
              )}
              <MoreActions component={component} />
            </div>
          </div>
        </Stack>
        {component.effective_permissions === 'admin' && <DeleteComponent component={component} />}
      </PageContent>
    </ComponentFrame>
  )
}

/** Links to the further actions that the user's role allows. */
function MoreActions({ component }: { component: Outputs['components']['header'] }) {
  const { data: projects = [] } = useQuery(api.projects.list.queryOptions({}))
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  // A component is created in a project that the user administers.
  const mayCopy = listAdministeredProjects(projects, person).length > 0
  const { id, released } = component
  return (
    <Block title={t('More actions')}>
      <p className={styles['more']}>
        {mayCopy && (
          <Link to="/components/$id/copy" params={{ id }} variant="secondary" icon="copy">
            {t('New version or copy')}
          </Link>
        )}
        {!released && component.effective_permissions === 'admin' && (
          <Link to="/components/$id/rebase" params={{ id }} variant="secondary" icon="diff">
            {t('Update the SRG')}
          </Link>
        )}
        <Link to="/components/$id/deleted" params={{ id }} variant="secondary" icon="back">
          {t('Deleted requirements')}
        </Link>
        <MoveComponent component={component} />
      </p>
    </Block>
  )
}
