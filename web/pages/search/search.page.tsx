import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { problemOf } from '../../api/errors.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { foundGroups } from '../../app/palette-entries.ts'
import { Empty } from '../../app/states.tsx'
import { useKeys } from '../../app/use-keys.ts'
import { useDebouncedValue } from '../../app/use-debounced-value.ts'
import { SearchField } from '../../kit/field.tsx'
import { Icon } from '../../kit/icon.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Block } from '../home/block.tsx'
import { foundBy, MOST } from './found-by.ts'
import { guideRules } from './guide-rules.ts'
import styles from './search.module.css'
import { isLong, searchRoute } from './search.route.ts'

const PAUSE_MS = 250

/** Everything that has some words: projects, components, requirements and guides, as far as one may see them. */
export default function SearchPage() {
  const { q } = searchRoute.useSearch()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(q)
  const line = useRef<HTMLInputElement>(null)
  const asked = useDebouncedValue(typed, PAUSE_MS)
  useKeys({ filter: () => line.current?.focus() })
  const told = useRef(q)
  useEffect(() => {
    if (asked === told.current) return
    told.current = asked
    void navigate({ to: '/search', search: { q: asked }, replace: true })
  }, [asked, navigate])
  useEffect(() => {
    // An address that someone else wrote, such as a link or the way back.
    if (q === told.current) return
    told.current = q
    setTyped(q)
  }, [q])
  const found = useQuery({ ...foundBy(q), enabled: isLong(q), placeholderData: keepPreviousData })
  const groups = isLong(q) && found.data ? [...foundGroups(found.data), ...guideRules(found.data)] : []
  const filled = groups.filter(({ commands }) => commands.length > 0)
  return (
    <div className={styles['page']}>
      <PageTitle title="Search" trail={q.trim() === '' ? [] : [q.trim()]} />
      <div className={styles['line']}>
        <SearchField
          label="Search everything"
          placeholder="Words to look for"
          value={typed}
          onChange={setTyped}
          ref={line}
        />
      </div>
      {found.error && <ProblemBanner problem={problemOf(found.error)} />}
      {filled.map(({ title, commands }) => (
        <Block
          key={title}
          title={title}
          count={commands.length}
          {...(commands.length >= MOST ? { more: `The first ${MOST}` } : {})}
        >
          <ul className={styles['rows']} aria-label={title}>
            {commands.map(({ id, words, about, icon, search }) => (
              <li key={`${id} ${words}`}>
                {icon && <Icon name={icon} />}
                <AddressLink to={id} {...(search ? { search } : {})}>
                  <bdi>{words}</bdi>
                </AddressLink>
                {about !== undefined && <bdi className="cut muted">{about}</bdi>}
              </li>
            ))}
          </ul>
        </Block>
      ))}
      {filled.length === 0 && !found.error && (
        <Empty>
          {!isLong(q) ? 'Type two characters or more.' : found.isFetching ? 'Searching' : 'No results'}
        </Empty>
      )}
    </div>
  )
}
