import { useSuspenseQuery } from '@tanstack/react-query'
import { me } from '../../api/me.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Empty } from '../../app/states.tsx'
import { Chip } from '../../kit/chip.tsx'
import { SearchField } from '../../kit/field.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { Cell, RowName, Table } from '../../kit/table.tsx'
import { familiesOf, type Guide } from './families.ts'
import { GuideTabs } from './guide-tabs.tsx'
import styles from './guides.module.css'
import { UploadGuide } from './upload-guide.tsx'

/** The catalog: a row per guide with its releases, and for administrators a place to drop a new one. */
export function GuideList({
  kind,
  guides,
  query,
  onQuery,
}: {
  kind: 'srgs' | 'stigs'
  guides: readonly Guide[]
  query: string
  onQuery: (words: string) => void
}) {
  const { data: person } = useSuspenseQuery(me())
  const families = familiesOf(guides, query)
  const title = kind === 'srgs' ? 'SRGs' : 'STIGs'
  return (
    <>
      <GuideTabs />
      <div className={styles['page']}>
        <PageTitle title={title} trail={['Guides']} about={`${families.length}`} />
        {person.admin && <UploadGuide kind={kind} />}
        <div className={styles['filters']}>
          <SearchField
            label={`Filter ${title}`}
            placeholder={`Filter ${title}`}
            value={query}
            onChange={onQuery}
          />
        </div>
        {families.length === 0 && (
          <Empty>
            {query.trim() !== ''
              ? 'No guide has these words.'
              : person.admin
                ? 'The catalog is empty. Drop the first file above.'
                : 'The catalog is empty. A system administrator uploads the first guide.'}
          </Empty>
        )}
        {families.length > 0 && (
          <Table
            label={title}
            columns={[{ words: 'Guide' }, { words: 'Releases' }, { words: 'Rules', end: true, wide: true }]}
          >
            {families.map(({ line, title: name, core, releases }) => (
              <tr key={line}>
                <Cell head>
                  <RowName about={line}>
                    {name}{' '}
                    {core && (
                      <Chip hue="indigo" icon="shield">
                        Core
                      </Chip>
                    )}
                  </RowName>
                </Cell>
                <Cell>
                  <ul className={styles['releases']}>
                    {releases.map(({ id, version, date, latest }) => (
                      <li key={id}>
                        <AddressLink to={`/${kind}/${id}`} aria-label={`${name} ${version}`}>
                          {version}
                        </AddressLink>{' '}
                        <span className="muted small">
                          {[date, latest && releases.length > 1 ? 'newest' : null].filter(Boolean).join(', ')}
                        </span>
                      </li>
                    ))}
                  </ul>
                </Cell>
                <Cell wide end>
                  {releases[0]?.rules}
                </Cell>
              </tr>
            ))}
          </Table>
        )}
      </div>
    </>
  )
}
