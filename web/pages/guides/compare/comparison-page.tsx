import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { toProblem } from '../../../api/errors.ts'
import { PageTitle } from '../../../app/page-title.tsx'
import { Empty } from '../../../app/states.tsx'
import { ProblemBanner, BannerStrip } from '../../../kit/banner-strip.tsx'
import { AddressLink } from '../../../kit/link.tsx'
import { formatNumber, t } from '../../../languages/t.ts'
import { KIND_LABELS, type GuideKind } from '../catalog.ts'
import { listReleases, type Guide } from '../families.ts'
import { GuideTabs } from '../guide-tabs.tsx'
import { ChangeList } from './change-list.tsx'
import { listChanges, filterChanges, type Comparison } from './changes.ts'
import { ComparisonFilters } from './comparison-filters.tsx'
import type { ComparisonSearch } from './comparison-search.ts'
import styles from './comparison-page.module.css'

/** The changes between two releases of a guide, as readable texts. */
export function ComparisonPage({
  kind,
  catalog,
  search,
  onSearch,
}: {
  kind: GuideKind
  catalog: readonly Guide[]
  search: ComparisonSearch
  onSearch: (next: Partial<ComparisonSearch>) => void
}) {
  const releases = listReleases(catalog, search.diff_id ?? search.base_id ?? 0)
  const base = releases.find(({ id }) => id === search.base_id)
  const diff = releases.find(({ id }) => id === search.diff_id)
  const title = diff?.title ?? base?.title
  return (
    <>
      <GuideTabs />
      <div className={styles['page']}>
        <PageTitle
          title={title === undefined ? t('Compare releases') : t('Changes in {title}', { title })}
          parents={[KIND_LABELS[kind]]}
          description={
            base && diff
              ? t('{version} to {version2}', { version: base.version, version2: diff.version })
              : undefined
          }
        />
        {releases.length > 0 && <ComparisonFilters releases={releases} search={search} onSearch={onSearch} />}
        {base && diff ? (
          <ComparisonResult kind={kind} search={search} baseId={base.id} diffId={diff.id} />
        ) : (
          <Empty action={<AddressLink to={`/${kind}`}>{t('Open the catalog')}</AddressLink>}>
            {t('Choose two releases of one guide to see what changed.')}
          </Empty>
        )}
      </div>
    </>
  )
}

function ComparisonResult({
  kind,
  search,
  baseId,
  diffId,
}: {
  kind: GuideKind
  search: ComparisonSearch
  baseId: number
  diffId: number
}) {
  const input = { base_id: baseId, diff_id: diffId }
  const srgs = useQuery(api.srgs.compare.queryOptions(input, { enabled: kind === 'srgs' }))
  const stigs = useQuery(api.stigs.compare.queryOptions(input, { enabled: kind === 'stigs' }))
  const { data, error } = kind === 'srgs' ? srgs : stigs
  if (error) return <ProblemBanner problem={toProblem(error)} />
  if (!data) return <p aria-busy="true">{t('Comparing the releases')}</p>
  const changes = filterChanges(listChanges(data), search)
  return (
    <>
      <LeftOut comparison={data} />
      {changes.length === 0 ? (
        <Empty>
          {search.change === null && search.field === null
            ? t('These releases have the same rules.')
            : t('No matching changes')}
        </Empty>
      ) : (
        <ChangeList key={`${baseId} ${diffId}`} comparison={data} changes={changes} field={search.field} />
      )}
    </>
  )
}

/** Lists the rules that the response left out. */
function LeftOut({ comparison: { left_out: leftOut } }: { comparison: Comparison }) {
  const versions = [...leftOut.added, ...leftOut.removed, ...leftOut.updated]
  if (versions.length === 0) return null
  return (
    <BannerStrip variant="warning">
      <details>
        <summary>
          {t(
            {
              count: versions.length,
              one: '{versions} more rule differs and isn’t shown',
              other: '{versions} more rules differ and aren’t shown',
            },
            { versions: formatNumber(versions.length) },
          )}
        </summary>
        <p>{versions.join(', ')}</p>
      </details>
    </BannerStrip>
  )
}
