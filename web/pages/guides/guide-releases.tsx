import { useQueries } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { formatCalendarDate } from '../../api/time.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Missing } from '../../app/states.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { PageContent } from '../../kit/page-content.tsx'
import { Cell, RowName, Table } from '../../kit/table.tsx'
import { rich } from '../../languages/rich.ts'
import { formatNumber, t } from '../../languages/t.ts'
import { SEVERITY_LABELS } from '../authoring/labels.ts'
import { KIND_LABELS, type GuideKind } from './catalog.ts'
import { DraftChip } from './draft-chip.tsx'
import { listReleases, sumRules, type Guide } from './families.ts'
import { GuideTabs } from './guide-tabs.tsx'

/** The releases of one line side by side: date, rules, severities, use, and what changed since the one before. */
export function GuideReleases({
  kind,
  catalog,
  id,
}: {
  kind: GuideKind
  catalog: readonly Guide[]
  id: number
}) {
  const releases = listReleases(catalog, id)
  const usage = useQueries({
    queries:
      kind === 'srgs' ? releases.map((release) => api.srgs.stats.queryOptions({ id: release.id })) : [],
  })
  const [latest] = releases
  if (!latest) return <Missing />
  return (
    <>
      <GuideTabs />
      <PageContent>
        <PageTitle
          title={t('Releases of {title}', { title: latest.title })}
          parents={[KIND_LABELS[kind]]}
          description={`${releases.length}`}
        />
        <Table
          label={t('Releases of {title}', { title: latest.title })}
          columns={[
            { label: t('Release') },
            { label: t('Published') },
            { label: t('Rules'), end: true },
            { label: SEVERITY_LABELS.high, end: true, wide: true },
            { label: SEVERITY_LABELS.medium, end: true, wide: true },
            { label: SEVERITY_LABELS.low, end: true, wide: true },
            ...(kind === 'srgs' ? [{ label: t('Components'), end: true, wide: true }] : []),
            { label: t('Comparison') },
          ]}
        >
          {releases.map((release, index) => (
            <ReleaseRow
              key={release.id}
              kind={kind}
              release={release}
              previous={releases[index + 1]}
              components={kind === 'srgs' ? usage[index]?.data?.usage.count : undefined}
            />
          ))}
        </Table>
      </PageContent>
    </>
  )
}

function ReleaseRow({
  kind,
  release,
  previous,
  components,
}: {
  kind: GuideKind
  release: Guide
  previous: Guide | undefined
  components: number | undefined
}) {
  const { id, version, benchmarkId, date, draft, latest, severities } = release
  return (
    <tr>
      <Cell head>
        <RowName description={latest ? t('{benchmarkId}, latest', { benchmarkId }) : benchmarkId}>
          <AddressLink to={`/${kind}/${id}`}>{version}</AddressLink> {draft && <DraftChip />}
        </RowName>
      </Cell>
      <Cell>
        <span className="cut">{date ? formatCalendarDate(date) : '–'}</span>
      </Cell>
      <Cell end>{formatNumber(sumRules(severities))}</Cell>
      <Cell wide end>
        {formatNumber(severities.high)}
      </Cell>
      <Cell wide end>
        {formatNumber(severities.medium)}
      </Cell>
      <Cell wide end>
        {formatNumber(severities.low)}
      </Cell>
      {kind === 'srgs' && (
        <Cell wide end>
          {components ?? '–'}
        </Cell>
      )}
      <Cell>
        {previous ? (
          <AddressLink
            to={`/${kind}/compare`}
            search={{ base_id: previous.id, diff_id: id }}
            aria-label={t('{version}: changes since {version2}', { version, version2: previous.version })}
          >
            {rich('Changes since {version}', { version: previous.version })}
          </AddressLink>
        ) : (
          '–'
        )}
      </Cell>
    </tr>
  )
}
