import { useState } from 'react'
import { Icon } from '../../kit/icon.tsx'
import { MoreButton } from '../../kit/more-button.tsx'
import { t } from '../../languages/t.ts'
import { SEVERITY_LABELS } from '../authoring/labels.ts'
import type { CatalogRule } from './catalog-rule.ts'
import { listTexts, type FoundRule } from './search-rules.ts'
import styles from './rule-list.module.css'

const INITIAL_ROWS = 200

/** Rules in their order, each with its collapsed texts. */
export function RuleList({
  rules,
  open,
  onOpen,
}: {
  rules: readonly FoundRule[]
  open: number | null
  onOpen: (id: number | null) => void
}) {
  const [limit, setShown] = useState(INITIAL_ROWS)
  const index = rules.findIndex(({ rule }) => rule.id === open)
  const count = Math.max(limit, index + 1)
  return (
    <>
      <ul className={styles['rules']}>
        {rules.slice(0, count).map((match) => (
          <RuleItem key={match.rule.id} match={match} isOpen={match.rule.id === open} onOpen={onOpen} />
        ))}
      </ul>
      <MoreButton hidden={rules.length - count} step={1000} onPress={() => setShown(count + 1000)} />
    </>
  )
}

function RuleItem({
  match: { rule, passage },
  isOpen,
  onOpen,
}: {
  match: FoundRule
  isOpen: boolean
  onOpen: (id: number | null) => void
}) {
  return (
    <li>
      <h2>
        <button type="button" aria-expanded={isOpen} onClick={() => onOpen(isOpen ? null : rule.id)}>
          <Icon name={isOpen ? 'down' : 'right'} />
          <code>{rule.version ?? rule.rule_id}</code>
          <span className={styles['title']}>{rule.title ?? t('No title')}</span>
          <span className="muted small">{SEVERITY_LABELS[rule.rule_severity]}</span>
        </button>
      </h2>
      {passage && !isOpen && (
        <p className={styles['passage']}>
          {passage.section}: {passage.before}
          <mark>{passage.match}</mark>
          {passage.after}
        </p>
      )}
      {isOpen && <Texts rule={rule} />}
    </li>
  )
}

function Texts({ rule }: { rule: CatalogRule }) {
  return (
    <div className={styles['texts']}>
      {listTexts(rule).map(([name, text]) => (
        <section key={name}>
          <h3>{name}</h3>
          <p className="prose">{text}</p>
        </section>
      ))}
    </div>
  )
}
