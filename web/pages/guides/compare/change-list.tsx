import { useRef, useState } from 'react'
import { useKeys } from '../../../app/use-keys.ts'
import { Chip } from '../../../kit/chip.tsx'
import { DifferenceList } from '../../../kit/difference-list.tsx'
import { MoreButton } from '../../../kit/more-button.tsx'
import { formatCount, formatNumber, t } from '../../../languages/t.ts'
import { FieldChangeText, RuleTexts } from './change-texts.tsx'
import type { Comparison, RuleChange } from './changes.ts'
import { FIELD_LABELS, type ChangeKind, type ComparedField } from './comparison-search.ts'
import styles from './change-list.module.css'

const STEP = 100
const APPEARANCE = {
  added: { hue: 'teal', icon: 'plus', label: t('Added') },
  removed: { hue: 'vermilion', icon: 'cross', label: t('Removed') },
  updated: { hue: 'amber', icon: 'diff', label: t('Changed') },
} as const satisfies Record<ChangeKind, unknown>

/** Rules that differ, each with its changed texts. N and P go to the next and the previous one. */
export function ChangeList({
  comparison,
  changes,
  field,
}: {
  comparison: Comparison
  changes: readonly RuleChange[]
  field: ComparedField | null
}) {
  const [limit, setShown] = useState(STEP)
  const list = useRef<HTMLOListElement>(null)
  const step = (direction: 1 | -1) => {
    const headings = [...(list.current?.querySelectorAll<HTMLElement>('h2') ?? [])]
    const current = headings.findIndex((heading) => heading.contains(document.activeElement))
    headings[current < 0 ? 0 : current + direction]?.focus()
  }
  useKeys({ nextChange: () => step(1), previousChange: () => step(-1) })
  const { added, removed, updated } = comparison
  return (
    <>
      <p className="muted" role="status">
        {t('{rules} added, {keys} removed, {keys2} changed', {
          rules: formatCount(Object.keys(added).length, 'rule'),
          keys: formatNumber(Object.keys(removed).length),
          keys2: formatNumber(Object.keys(updated).length),
        })}
        {changes.length < countChanges(comparison) &&
          t('; {changes} shown', { changes: formatNumber(changes.length) })}
      </p>
      <div className={styles['changes']}>
        <DifferenceList ref={list}>
          {changes.slice(0, limit).map((change) => (
            <Change key={`${change.kind} ${change.key}`} change={change} field={field} />
          ))}
        </DifferenceList>
      </div>
      <MoreButton hidden={changes.length - limit} step={STEP} onPress={() => setShown(limit + STEP)} />
    </>
  )
}

function countChanges({ added, removed, updated }: Comparison): number {
  return Object.keys(added).length + Object.keys(removed).length + Object.keys(updated).length
}

function Change({ change, field }: { change: RuleChange; field: ComparedField | null }) {
  const { key, kind, title, base, diff, fields } = change
  const { hue, icon, label } = APPEARANCE[kind]
  const onlyOne = kind === 'added' ? diff : base
  return (
    <li>
      <h2 tabIndex={-1}>
        <Chip hue={hue} icon={icon}>
          {label}
        </Chip>
        <code>{key}</code>
        <bdi>{title}</bdi>
      </h2>
      {kind !== 'updated' && onlyOne && <RuleTexts rule={onlyOne} />}
      {base &&
        diff &&
        fields
          .filter((item) => field === null || item.field === field)
          .map((item) => (
            <section key={item.field} aria-label={`${key}: ${FIELD_LABELS[item.field]}`}>
              <h3>{FIELD_LABELS[item.field]}</h3>
              <FieldChangeText field={item.field} runs={item.diff} base={base} diff={diff} />
            </section>
          ))}
    </li>
  )
}
