import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, type Outputs } from '../../api/client.ts'
import { formatAge, parseTimestamp } from '../../api/time.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Empty } from '../../app/states.tsx'
import { Link } from '../../kit/link.tsx'
import { ListFilter } from '../../kit/list-filter.tsx'
import { PageContent } from '../../kit/page-content.tsx'
import { SearchField } from '../../kit/search-field.tsx'
import { Cell, RowName, Table } from '../../kit/table.tsx'
import { t } from '../../languages/t.ts'
import { GuideTabs } from '../guides/guide-tabs.tsx'
import { ExportButton } from '../interchange/buttons.tsx'
import { listKinds } from '../interchange/forms.ts'
import { formatRevision } from './phase.ts'
import { releasedRoute } from './released.route.ts'

/** The released components of all projects; every signed-in user can read them. */
export default function ReleasedPage() {
  const { q } = releasedRoute.useSearch()
  const navigate = useNavigate()
  const { data } = useSuspenseQuery(api.components.released.queryOptions({}))
  const label = q.trim().toLowerCase()
  const matching = data.filter(({ name, prefix, based_on_title }) =>
    `${name} ${prefix} ${based_on_title}`.toLowerCase().includes(label),
  )
  return (
    <>
      <GuideTabs />
      <PageContent>
        <PageTitle
          title={t('Released components')}
          parents={[t('Guides')]}
          description={`${matching.length}`}
        >
          {matching.length > 0 && (
            <ExportButton
              exportable={{
                scope: 'bulk',
                name: t('released components'),
                kinds: listKinds(matching),
                role: null,
                components: matching.map((item) => ({
                  id: item.id,
                  name: [item.name, formatRevision(item)].filter(Boolean).join(' '),
                })),
              }}
            />
          )}
        </PageTitle>
        <ListFilter>
          <SearchField
            label={t('Filter components')}
            placeholder={t('Filter components')}
            value={q}
            onChange={(value) => void navigate({ to: '/components', search: { q: value }, replace: true })}
          />
        </ListFilter>
        {matching.length === 0 ? (
          <Empty>{label === '' ? t('No released components yet') : t('No matching components')}</Empty>
        ) : (
          <ReleasedTable components={matching} />
        )}
      </PageContent>
    </>
  )
}

function ReleasedTable({ components }: { components: Outputs['components']['released'] }) {
  return (
    <Table
      label={t('Released components')}
      columns={[
        { label: t('Component') },
        { label: t('Based on'), wide: true },
        { label: t('Requirements'), end: true },
        { label: t('Changed'), end: true, wide: true },
      ]}
    >
      {components.map((component) => {
        const updated = parseTimestamp(component.updated_at)
        return (
          <tr key={component.id}>
            <Cell head>
              <RowName
                description={[component.prefix, formatRevision(component)].filter(Boolean).join(' · ')}
              >
                <Link to="/components/$id" params={{ id: component.id }}>
                  {component.name}
                </Link>
              </RowName>
            </Cell>
            <Cell wide>
              {component.based_on_title} {component.based_on_version}
            </Cell>
            <Cell end>{component.rules_count}</Cell>
            <Cell wide end>
              {updated && formatAge(updated, new Date())}
            </Cell>
          </tr>
        )
      })}
    </Table>
  )
}
