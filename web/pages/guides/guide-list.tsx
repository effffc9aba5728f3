import { useSuspenseQuery } from '@tanstack/react-query'
import { createCurrentUserQuery } from '../../api/me.ts'
import { formatCalendarDate } from '../../api/time.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Empty } from '../../app/states.tsx'
import { Chip } from '../../kit/chip.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { PageContent } from '../../kit/page-content.tsx'
import { SearchField } from '../../kit/search-field.tsx'
import { Cell, RowName, Table } from '../../kit/table.tsx'
import { formatNumber, t } from '../../languages/t.ts'
import { KIND_LABELS, type GuideKind } from './catalog.ts'
import { DraftChip } from './draft-chip.tsx'
import { groupFamilies, sumRules, type Family, type Guide } from './families.ts'
import { GuideFilter } from './guide-filter.tsx'
import { GuideTabs } from './guide-tabs.tsx'
import { UploadGuides } from './upload/upload-guides.tsx'
import styles from './guide-list.module.css'

/** The catalog: a row per guide with its releases, and an upload area for administrators. */
export function GuideList({
  kind,
  guides,
  query,
  onQuery,
}: {
  kind: GuideKind
  guides: readonly Guide[]
  query: string
  onQuery: (label: string) => void
}) {
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const families = groupFamilies(guides, query)
  const title = KIND_LABELS[kind]
  return (
    <>
      <GuideTabs />
      <PageContent>
        <PageTitle title={title} parents={[t('Guides')]} description={`${families.length}`} />
        {person.admin && <UploadGuides kind={kind} />}
        <GuideFilter>
          <SearchField
            label={t('Filter {title}', { title })}
            placeholder={t('Filter {title}', { title })}
            value={query}
            onChange={onQuery}
          />
        </GuideFilter>
        {families.length === 0 && <Empty>{formatEmptyState(title, query, person.admin)}</Empty>}
        {families.length > 0 && (
          <Table
            label={title}
            columns={[
              { label: t('Guide') },
              { label: t('Releases') },
              { label: t('Rules'), end: true, wide: true },
            ]}
          >
            {families.map((family) => (
              <FamilyRow key={family.latestId} kind={kind} family={family} />
            ))}
          </Table>
        )}
      </PageContent>
    </>
  )
}

function formatEmptyState(title: string, query: string, isAdmin: boolean): string {
  if (query.trim() !== '') return t('No matching guides')
  return isAdmin
    ? t('No {title} yet. Drop the first file above.', { title })
    : t('No {title} yet. Ask a system administrator to upload the first one.', { title })
}

function FamilyRow({ kind, family }: { kind: GuideKind; family: Family }) {
  const { benchmarkId, title, core, releases, latestId } = family
  const [newest] = releases
  return (
    <tr>
      <Cell head>
        <RowName description={benchmarkId}>
          {title}{' '}
          {core && (
            <Chip hue="indigo" icon="shield">
              {t('Core')}
            </Chip>
          )}
        </RowName>
      </Cell>
      <Cell>
        <ul className={styles['releases']}>
          {releases.map(({ id, version, date, latest, draft }) => (
            <li key={id}>
              <AddressLink to={`/${kind}/${id}`} aria-label={`${title} ${version}`}>
                {version}
              </AddressLink>{' '}
              {draft && <DraftChip />}
              <span className="muted small">
                {[date && formatCalendarDate(date), latest && releases.length > 1 ? t('latest') : null]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </li>
          ))}
          {releases.length > 1 && (
            <li>
              <AddressLink
                to={`/${kind}/${latestId}/releases`}
                aria-label={t('Compare releases of {title}', { title })}
              >
                {t('Compare releases')}
              </AddressLink>
            </li>
          )}
        </ul>
      </Cell>
      <Cell wide end>
        {newest && formatNumber(sumRules(newest.severities))}
      </Cell>
    </tr>
  )
}
