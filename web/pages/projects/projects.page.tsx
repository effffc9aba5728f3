import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ACCESS_MS, api, pollEvery } from '../../api/client.ts'
import { formatPart } from '../../app/format-part.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Empty } from '../../app/states.tsx'
import { useNewAnchor } from '../../app/use-new-anchor.ts'
import { Button } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { ListFilter } from '../../kit/list-filter.tsx'
import { PageContent } from '../../kit/page-content.tsx'
import { SearchField } from '../../kit/search-field.tsx'
import { formatNumber, t } from '../../languages/t.ts'
import { PortfolioCharts } from '../charts/portfolio-charts.tsx'
import { NewProject } from './new-project.tsx'
import { ProjectTable } from './project-table.tsx'
import { projectsRoute } from './projects.route.ts'

/** All projects that the user can see, with a button to request access to the others. */
export default function ProjectsPage() {
  const { q } = projectsRoute.useSearch()
  const navigate = useNavigate()
  const [creating, setCreating] = useState(false)
  useNewAnchor(setCreating)
  const { data } = useSuspenseQuery({
    ...api.projects.list.queryOptions({}),
    refetchInterval: pollEvery(ACCESS_MS),
  })
  const label = q.trim().toLowerCase()
  const matching = data.filter(({ name, description }) =>
    `${name} ${description ?? ''}`.toLowerCase().includes(label),
  )
  const subtitle = label === '' ? formatNumber(data.length) : formatPart(matching.length, data.length)
  return (
    <PageContent>
      <PageTitle title={t('Projects')} description={subtitle}>
        <Link to="/projects/create_from_backup" variant="secondary" icon="into">
          {t('Import from Vulcan')}
        </Link>
        <Button variant="primary" icon="plus" onPress={() => setCreating(true)}>
          {t('New project')}
        </Button>
      </PageTitle>
      <ListFilter>
        <SearchField
          label={t('Filter projects')}
          placeholder={t('Filter projects')}
          value={q}
          onChange={(value) => void navigate({ to: '/projects', search: { q: value }, replace: true })}
        />
      </ListFilter>
      {matching.length > 0 ? (
        <>
          <ProjectTable projects={matching} />
          <PortfolioCharts projects={matching} isFiltered={label !== ''} />
        </>
      ) : (
        <Empty>{label === '' ? t('No projects yet') : t('No matching projects')}</Empty>
      )}
      {creating && <NewProject onClose={() => setCreating(false)} />}
    </PageContent>
  )
}
