import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Outputs } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { toCommandGroups, toCommentCommands, type ResultGroup } from '../../app/palette-entries.ts'
import { Empty } from '../../app/states.tsx'
import { useDebouncedValue } from '../../app/use-debounced-value.ts'
import { useKeys } from '../../app/use-keys.ts'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Icon } from '../../kit/icon.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { PageContent } from '../../kit/page-content.tsx'
import { SearchField } from '../../kit/search-field.tsx'
import { findSharedStart } from '../../kit/shared-start.ts'
import { ShortText } from '../../kit/short-text.tsx'
import { t } from '../../languages/t.ts'
import { UnsavedMark } from '../authoring/unsaved-mark.tsx'
import { useUnsavedBefore } from '../authoring/unsaved.ts'
import { Block } from '../home/block.tsx'
import { groupGuideRules } from './guide-rules.ts'
import { readPassage, type Passage } from './passage.ts'
import { createCommentHitsQuery, createSearchHitsQuery, MAX_HITS } from './search-query.ts'
import { isLong, searchRoute } from './search.route.ts'
import styles from './search.module.css'

const DEBOUNCE_MS = 250

/**
 * Everything that matches the search text and that the user can see: projects, components, requirements, comments and
 * guides.
 */
export default function SearchPage() {
  const { q } = searchRoute.useSearch()
  const [typed, setTyped] = useTypedQuery(q)
  const line = useRef<HTMLInputElement>(null)
  useUnsavedBefore()
  useKeys({ filter: () => line.current?.focus() })
  const options = { enabled: isLong(q), placeholderData: keepPreviousData }
  const results = useQuery({ ...createSearchHitsQuery(q), ...options })
  const comments = useQuery({ ...createCommentHitsQuery(q), ...options })
  const groups =
    isLong(q) && results.data
      ? [
          ...toCommandGroups(results.data),
          toCommentCommands(comments.data?.comments ?? []),
          ...groupGuideRules(results.data),
        ]
      : []
  const error = results.error ?? comments.error
  const filled = groups.filter(({ commands }) => commands.length > 0)
  return (
    <PageContent>
      <PageTitle title={t('Search')} parents={q.trim() === '' ? [] : [q.trim()]} />
      <div className={styles['line']}>
        <SearchField
          label={t('Search everything')}
          placeholder={t('Search words')}
          value={typed}
          onChange={setTyped}
          ref={line}
        />
      </div>
      {error && <ProblemBanner problem={toProblem(error)} />}
      {filled.map(({ title, commands }) => (
        <Block
          key={title}
          title={title}
          count={commands.length}
          {...(commands.length >= MAX_HITS ? { more: t('The first {limit}', { limit: MAX_HITS }) } : {})}
        >
          <FoundList title={title} commands={commands} hits={results.data?.rules ?? []} />
        </Block>
      ))}
      {filled.length === 0 && !error && (
        <Empty>
          {!isLong(q)
            ? t('Type at least two characters.')
            : results.isFetching || comments.isFetching
              ? t('Searching')
              : t('No results')}
        </Empty>
      )}
    </PageContent>
  )
}

/** The search text; the address follows after a pause, and a changed address replaces it. */
function useTypedQuery(q: string): [string, (typed: string) => void] {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(q)
  const settled = useDebouncedValue(typed, DEBOUNCE_MS)
  const queryInAddress = useRef(q)
  useEffect(() => {
    if (settled === queryInAddress.current) return
    queryInAddress.current = settled
    void navigate({ to: '/search', search: { q: settled }, replace: true })
  }, [settled, navigate])
  useEffect(() => {
    // The address was changed by a link or the Back button.
    if (q === queryInAddress.current) return
    queryInAddress.current = q
    setTyped(q)
  }, [q])
  return [typed, setTyped]
}

type RequirementHits = Outputs['search']['global']['rules']

function FoundList({ title, commands, hits }: ResultGroup & { hits: RequirementHits }) {
  const start = findSharedStart(commands.flatMap(({ description }) => description ?? []))
  const passages = new Map(hits.map((hit) => [hit.id, readPassage(hit)]))
  return (
    <ul className={styles['rows']} aria-label={title}>
      {commands.map(({ id, label, description, icon, search, ruleId }) => (
        <li key={`${id} ${label}`}>
          {icon && <Icon name={icon} />}
          <AddressLink to={id} {...(search ? { search } : {})}>
            <bdi>{label}</bdi>
          </AddressLink>
          {ruleId !== undefined && <UnsavedMark ruleId={ruleId} />}
          {description !== undefined && (
            <div className="muted">
              <p className="cut-two">
                <ShortText text={description} start={start} />
              </p>
              {ruleId !== undefined && <MatchingPassage passage={passages.get(ruleId) ?? null} />}
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function MatchingPassage({ passage }: { passage: Passage | null }) {
  if (passage === null) return null
  return (
    <p className={styles['passage']} dir="auto">
      {passage.section}:{' '}
      {passage.pieces.map(({ text, isMatch }, index) =>
        isMatch ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
      )}
    </p>
  )
}
