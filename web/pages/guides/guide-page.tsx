import { useDeferredValue, useEffect, useMemo, type ReactNode } from 'react'
import { api, queryClient } from '../../api/client.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Empty, Loading } from '../../app/states.tsx'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { SideBySide } from '../../kit/card.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { SearchField } from '../../kit/search-field.tsx'
import { rich } from '../../languages/rich.ts'
import { formatCount, t } from '../../languages/t.ts'
import { ExportGuideButton } from '../interchange/buttons.tsx'
import type { CatalogRule } from './catalog-rule.ts'
import { KIND_LABELS, type GuideKind } from './catalog.ts'
import { DraftChip } from './draft-chip.tsx'
import { listReleases, type Guide } from './families.ts'
import { GuideFacts } from './guide-facts.tsx'
import { GuideFilter } from './guide-filter.tsx'
import { GuideTabs } from './guide-tabs.tsx'
import { RuleList } from './rule-list.tsx'
import { searchRules } from './search-rules.ts'

interface Search {
  q: string
  rule: number | null
}

/** A guide of the catalog: its facts and its rules, which can be searched in all their texts. */
export function GuidePage({
  kind,
  catalog,
  id,
  rules,
  search,
  onSearch,
  children,
}: {
  kind: GuideKind
  catalog: readonly Guide[]
  id: number
  rules: readonly CatalogRule[]
  search: Search
  onSearch: (next: Partial<Search>) => void
  children?: ReactNode
}) {
  const query = useDeferredValue(search.q)
  const matching = useMemo(() => searchRules(rules, query), [rules, query])
  const releases = listReleases(catalog, id)
  const guide = releases.find((release) => release.id === id)
  if (!guide) return <UnlistedGuide kind={kind} />
  return (
    <>
      <GuideTabs />
      <SideBySide
        label={t('About the guide')}
        aside={
          <>
            <GuideFacts kind={kind} guide={guide} releases={releases} />
            {children}
          </>
        }
      >
        <GuideTitle kind={kind} guide={guide} />
        <NewerRelease kind={kind} guide={guide} releases={releases} />
        <GuideFilter>
          <SearchField
            label={t('Search this guide')}
            placeholder={t('Search all texts')}
            value={search.q}
            onChange={(q) => onSearch({ q })}
          />
          <span className="muted small" role="status">
            {query.trim() === '' ? '' : t('{rules} found', { rules: formatCount(matching.length, 'rule') })}
          </span>
        </GuideFilter>
        {matching.length === 0 && <Empty>{t('No matching rules')}</Empty>}
        <RuleList rules={matching} open={search.rule} onOpen={(rule) => onSearch({ rule })} />
      </SideBySide>
    </>
  )
}

/** Reads the catalog again: the cached one is older than the guide. */
function UnlistedGuide({ kind }: { kind: GuideKind }) {
  useEffect(() => void queryClient.invalidateQueries(api[kind].list.pathFilter()), [kind])
  return <Loading />
}

function GuideTitle({ kind, guide }: { kind: GuideKind; guide: Guide }) {
  return (
    <PageTitle
      title={guide.title}
      description={
        <>
          {guide.version} {guide.draft && <DraftChip />}
        </>
      }
      parents={[KIND_LABELS[kind]]}
    >
      <ExportGuideButton kind={kind} guide={guide} />
    </PageTitle>
  )
}

function NewerRelease({
  kind,
  guide,
  releases,
}: {
  kind: GuideKind
  guide: Guide
  releases: readonly Guide[]
}) {
  const latest = releases.find(({ id }) => id === guide.latestId)
  if (guide.latest || !latest) return null
  return (
    <BannerStrip variant="warning">
      <p>
        {rich('A newer release is available: {releaseLink}. {comparisonLink}', {
          releaseLink: <AddressLink to={`/${kind}/${latest.id}`}>{latest.version}</AddressLink>,
          comparisonLink: (
            <AddressLink to={`/${kind}/compare`} search={{ base_id: guide.id, diff_id: latest.id }}>
              {t('See what changed')}
            </AddressLink>
          ),
        })}
      </p>
    </BannerStrip>
  )
}
