import { useSuspenseQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { me } from '../../api/me.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Empty } from '../../app/states.tsx'
import { Button } from '../../kit/button.tsx'
import { Beside, Card, Facts } from '../../kit/card.tsx'
import { SearchField } from '../../kit/field.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { Strip } from '../../kit/strip.tsx'
import { ExportGuideButton } from '../interchange/buttons.tsx'
import { GuideTabs } from './guide-tabs.tsx'
import styles from './guides.module.css'
import { RemoveGuide } from './remove-guide.tsx'
import { RuleList, type CatalogRule } from './rule-list.tsx'
import { rulesIn } from './rules-in.ts'

interface Detail {
  id: number
  line: string
  title: string
  version: string
  date: string | null
  severity_counts: { high: number; medium: number; low: number }
  is_latest: boolean
  latest_available_id: number | null
  latest_available_version: string | null
}
interface Search {
  q: string
  rule: number | null
}

/** A guide of the catalog with its rules, of which one at a time is unfolded; which one stands in the address. */
export function GuidePage({
  kind,
  guide,
  rules,
  search,
  onSearch,
  children,
}: {
  kind: 'srgs' | 'stigs'
  guide: Detail
  rules: readonly CatalogRule[]
  search: Search
  onSearch: (next: Partial<Search>) => void
  children?: ReactNode
}) {
  const { data: person } = useSuspenseQuery(me())
  const [removing, setRemoving] = useState(false)
  const words = search.q.trim().toLowerCase()
  const found = rules.filter(({ title, version, rule_id }) =>
    `${rule_id} ${version ?? ''} ${title ?? ''}`.toLowerCase().includes(words),
  )
  const { severity_counts: severities } = guide
  const about = (
    <>
      <Card title="About">
        <Facts
          facts={[
            ['Id', <code key="line">{guide.line}</code>],
            ['Release', guide.version],
            ['Of', guide.date ?? '–'],
            ['Rules', rulesIn(severities)],
            ['High, medium, low', `${severities.high}, ${severities.medium}, ${severities.low}`],
          ]}
        />
        {person.admin && (
          <p>
            <Button look="danger" onPress={() => setRemoving(true)}>
              Remove from the catalog
            </Button>
          </p>
        )}
      </Card>
      {children}
    </>
  )
  return (
    <>
      <GuideTabs />
      <Beside label="About the guide" aside={about}>
        <PageTitle title={guide.title} about={guide.version} trail={[kind === 'srgs' ? 'SRGs' : 'STIGs']}>
          <ExportGuideButton kind={kind} guide={guide} />
        </PageTitle>
        {!guide.is_latest && guide.latest_available_id !== null && (
          <Strip look="changed">
            There is a newer release:{' '}
            <AddressLink to={`/${kind}/${guide.latest_available_id}`}>
              {guide.latest_available_version}
            </AddressLink>
          </Strip>
        )}
        <div className={styles['filters']}>
          <SearchField
            label="Filter rules"
            placeholder="Filter rules"
            value={search.q}
            onChange={(q) => onSearch({ q })}
          />
        </div>
        {found.length === 0 && <Empty>No rule has these words.</Empty>}
        <RuleList rules={found} open={search.rule} onOpen={(rule) => onSearch({ rule })} />
      </Beside>
      {removing && <RemoveGuide kind={kind} guide={guide} onClose={() => setRemoving(false)} />}
    </>
  )
}
