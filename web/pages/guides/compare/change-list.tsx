import { useRef, useState } from 'react'
import { useKeys } from '../../../app/use-keys.ts'
import { Button } from '../../../kit/button.tsx'
import { Chip } from '../../../kit/chip.tsx'
import { counted } from '../../components/phase.ts'
import type { Comparison, RuleChange } from './changes.ts'
import { FIELD_LABELS, type ChangeKind, type ComparedField } from './comparison-search.ts'
import styles from './compare.module.css'
import { FieldChangeText, RuleTexts } from './change-texts.tsx'

const STEP = 100
const LOOKS = {
  added: { hue: 'teal', icon: 'plus', words: 'Added' },
  removed: { hue: 'vermilion', icon: 'cross', words: 'Removed' },
  updated: { hue: 'amber', icon: 'diff', words: 'Changed' },
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
  const [shown, setShown] = useState(STEP)
  const list = useRef<HTMLOListElement>(null)
  const step = (by: 1 | -1) => {
    const headings = [...(list.current?.querySelectorAll<HTMLElement>('h2') ?? [])]
    const current = headings.findIndex((heading) => heading.contains(document.activeElement))
    headings[current < 0 ? 0 : current + by]?.focus()
  }
  useKeys({ nextChange: () => step(1), previousChange: () => step(-1) })
  const { added, removed, updated } = comparison
  return (
    <>
      <p className="muted" role="status">
        {counted(Object.keys(added).length, 'rule')} added, {Object.keys(removed).length} removed,{' '}
        {Object.keys(updated).length} changed
        {changes.length < countOf(comparison) && `; ${changes.length} shown`}
      </p>
      <ol className={styles['changes']} ref={list}>
        {changes.slice(0, shown).map((change) => (
          <Change key={`${change.kind} ${change.key}`} change={change} field={field} />
        ))}
      </ol>
      {changes.length > shown && (
        <Button onPress={() => setShown(shown + STEP)}>
          Show {Math.min(STEP, changes.length - shown)} more
        </Button>
      )}
    </>
  )
}

function countOf({ added, removed, updated }: Comparison): number {
  return Object.keys(added).length + Object.keys(removed).length + Object.keys(updated).length
}

function Change({ change, field }: { change: RuleChange; field: ComparedField | null }) {
  const { key, kind, title, base, diff, fields } = change
  const { hue, icon, words } = LOOKS[kind]
  const onlyOne = kind === 'added' ? diff : base
  return (
    <li>
      <h2 tabIndex={-1}>
        <Chip hue={hue} icon={icon}>
          {words}
        </Chip>
        <code>{key}</code>
        <span>{title}</span>
      </h2>
      {kind !== 'updated' && onlyOne && <RuleTexts rule={onlyOne} />}
      {base &&
        diff &&
        fields
          .filter((one) => field === null || one.field === field)
          .map((one) => (
            <section key={one.field} aria-label={`${key}: ${FIELD_LABELS[one.field]}`}>
              <h3>{FIELD_LABELS[one.field]}</h3>
              <FieldChangeText field={one.field} runs={one.diff} base={base} diff={diff} />
            </section>
          ))}
    </li>
  )
}
