import { useState } from 'react'
import { roleAtLeast } from '../../../src/vocabulary.ts'
import { useKeys } from '../../app/use-keys.ts'
import { usePages } from '../../app/use-pages.ts'
import { Icon } from '../../kit/icon.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { MoreButton } from '../../kit/more-button.tsx'
import { ShortText } from '../../kit/short-text.tsx'
import { formatNumber, t } from '../../languages/t.ts'
import type { RequirementTitles } from '../authoring/requirement-titles.ts'
import { UnsavedMark } from '../authoring/unsaved-mark.tsx'
import { findKind, KINDS, toFindingLink, type Kind } from './finding-kinds.ts'
import { LockReady } from './lock-ready.tsx'
import type { Summary } from './phase.ts'
import type { Finding } from './readiness-query.ts'
import styles from './findings.module.css'

const INITIAL_ROWS = 50
const ROWS_PER_STEP = 500

/** Findings of one kind, and the number of items that they concern: several comments can be one finding. */
export interface FoundKind {
  code: string
  count: number
  findings: readonly Finding[]
}

/** The kinds of findings; each expands to its items. J and K move between links. */
export function Findings({
  summary,
  kinds,
  titles,
}: {
  summary: Summary
  kinds: readonly FoundKind[]
  titles: RequirementTitles
}) {
  useKeys({ next: () => stepTo(1), previous: () => stepTo(-1) })
  return (
    <ul className={styles['findings']} aria-label={t('Left to do')}>
      {sortKinds(kinds).map((kind, index) => (
        <FindingGroup
          key={kind.code}
          summary={summary}
          kind={kind}
          titles={titles}
          startsOpen={index === 0}
        />
      ))}
    </ul>
  )
}

function FindingGroup({
  summary,
  kind: { code, count, findings },
  titles,
  startsOpen,
}: {
  summary: Summary
  kind: FoundKind
  titles: RequirementTitles
  startsOpen: boolean
}) {
  const { id, effective_permissions: role } = summary
  const isAuthor = roleAtLeast(role, 'author')
  const kind = findKind(findings[0] ?? { code, text: code })
  const [limit, setShown] = useState(INITIAL_ROWS)
  const [open, setOpen] = useState(startsOpen && findings.length > 0 && findings.length <= INITIAL_ROWS)
  const exists = usePages()
  const figure = formatNumber(count)
  const words = count === 1 ? (kind.one ?? kind.label) : kind.label
  const listed = (
    <span className={styles['counted']}>
      <Icon name={kind.icon} />
      <span>
        <b className="strong">{figure}</b> {words}
      </span>
    </span>
  )
  const isOffered = isAuthor || kind.all?.page !== '/triage'
  const all = kind.all !== null && isOffered && exists(`/components/$id${kind.all.page}`) ? kind.all : null
  return (
    <li>
      <div className={styles['kind']}>
        {findings.length > 0 ? (
          <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
            <Icon name={open ? 'down' : 'right'} />
            {listed}
          </button>
        ) : (
          listed
        )}
        <span className={styles['acts']}>
          {all && <AllLink componentId={id} all={all} counted={`${figure} ${words}`} figure={figure} />}
          {code === 'rule.lockable' && role === 'admin' && <LockReady summary={summary} count={count} />}
        </span>
      </div>
      {open && (
        <FindingList
          componentId={id}
          code={code}
          act={isAuthor ? kind.act : null}
          findings={findings}
          titles={titles}
          visibleCount={limit}
          onMore={() => setShown(limit + ROWS_PER_STEP)}
        />
      )}
    </li>
  )
}

/** A link to the bulk action for all findings of a kind. */
function AllLink({
  componentId,
  all,
  figure,
  counted,
}: {
  componentId: number
  all: NonNullable<Kind['all']>
  figure: string
  counted: string
}) {
  return (
    <AddressLink
      to={`/components/${componentId}${all.page}`}
      search={all.search}
      aria-label={`${all.label}: ${counted}`}
    >
      {all.page === '/triage' ? `${all.label} ${figure}` : all.label}
    </AddressLink>
  )
}

/** The items of one kind of finding, each with a link; a long list in pages. */
function FindingList({
  componentId,
  code,
  act,
  findings,
  titles,
  visibleCount,
  onMore,
}: {
  componentId: number
  code: string
  /** The label of an author's action on each finding; null for other users. */
  act: string | null
  findings: readonly Finding[]
  titles: RequirementTitles
  /** The number of shown findings. */
  visibleCount: number
  onMore: () => void
}) {
  return (
    <ul className={styles['rules']}>
      {findings.slice(0, visibleCount).map((finding) => {
        const { rule_id: ruleId, displayed_name: name, section, text } = finding
        return (
          <li key={`${ruleId} ${section}`}>
            <code>{name ?? t('The component')}</code>
            <span className="cut-two">
              <ShortText
                text={(ruleId === null ? null : titles.byRule.get(ruleId)) ?? ''}
                start={titles.start}
              />{' '}
              {ruleId !== null && <UnsavedMark ruleId={ruleId} />}
            </span>
            <span className="muted cut">{code.startsWith('comment.') ? text : (section ?? '')}</span>
            <AddressLink
              {...toFindingLink(finding, componentId, act !== null)}
              aria-label={`${act ?? t('Open')}: ${name ?? t('the component')}`}
            >
              {act ?? t('Open')}
            </AddressLink>
          </li>
        )
      })}
      {findings.length > visibleCount && (
        <li>
          <MoreButton hidden={findings.length - visibleCount} step={ROWS_PER_STEP} onPress={onMore} />
        </li>
      )}
    </ul>
  )
}

/** Known kinds in their order, then the others. */
function sortKinds(kinds: readonly FoundKind[]): FoundKind[] {
  const known = Object.keys(KINDS)
  const rank = ({ code }: FoundKind) => (known.includes(code) ? known.indexOf(code) : known.length)
  return kinds.toSorted((a, b) => rank(a) - rank(b))
}

function stepTo(direction: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(`.${styles['findings']} :is(a, button)`)]
  const index = all.findIndex((item) => item === document.activeElement)
  all[index < 0 ? 0 : index + direction]?.focus()
}
