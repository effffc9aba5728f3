import { useRef, useState } from 'react'
import { translateDetail } from '../../../api/errors.ts'
import { useKeys } from '../../../app/use-keys.ts'
import { Chip } from '../../../kit/chip.tsx'
import { Checkbox } from '../../../kit/choice.tsx'
import { DifferenceList } from '../../../kit/difference-list.tsx'
import { Inline } from '../../../kit/inline.tsx'
import { Keys } from '../../../kit/kbd.tsx'
import { MoreButton } from '../../../kit/more-button.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import { type RebaseDecisions, type RebaseRow, withField } from './rebase-choices.ts'
import { ThreeTexts } from './three-texts.tsx'

const STEP = 50

interface DecisionProps {
  decisions: RebaseDecisions
  onDecide: (decisions: RebaseDecisions) => void
}

/**
 * Requirements that change or are dropped, conflicts first. N and P go from text to text; 1 keeps the component's text,
 * 2 takes that of the release.
 */
export function RebaseRows({ rows, decisions, onDecide }: DecisionProps & { rows: readonly RebaseRow[] }) {
  const [limit, setShown] = useState(STEP)
  const list = useRef<HTMLOListElement>(null)
  const step = (direction: 1 | -1) => {
    const elements = [...(list.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
    const current = elements.findIndex((element) => element.contains(document.activeElement))
    elements[current < 0 ? 0 : current + direction]?.focus()
  }
  const choose = (take: 'ours' | 'new') => {
    const key = document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field']
    const row = rows.find(({ id, sections }) => sections.some(({ field }) => key === `${id} ${field}`))
    const section = row?.sections.find(({ field }) => key === `${row.id} ${field}`)
    if (!row || !section || section.locked || row.skipped) return
    onDecide(withField(decisions, row.id, section.field, { take, text: '' }))
  }
  useKeys({
    nextChange: () => step(1),
    previousChange: () => step(-1),
    choose1: () => choose('ours'),
    choose2: () => choose('new'),
  })
  return (
    <>
      {rows.some(({ sections }) => sections.length > 0) && <KeyHints />}
      <DifferenceList ref={list}>
        {rows.slice(0, limit).map((row) => (
          <Row key={row.id} row={row} decisions={decisions} onDecide={onDecide} />
        ))}
      </DifferenceList>
      <MoreButton hidden={rows.length - limit} step={STEP} onPress={() => setShown(limit + STEP)} />
    </>
  )
}

/** The keys of the choices, with the names that they have on this page. */
function KeyHints() {
  return (
    <div className="muted small only-wide" aria-hidden="true">
      <Inline>
        <span>
          <Keys action="choose1" /> {t('Keep ours')}
        </span>
        <span>
          <Keys action="choose2" /> {t('Use the new text')}
        </span>
      </Inline>
    </div>
  )
}

function Row({ row, decisions, onDecide }: DecisionProps & { row: RebaseRow }) {
  const { id, rule_id: number, version, title, kind, skipped, sections } = row
  return (
    <li>
      <h2>
        <KindChip row={row} />
        <span className="mono">{number}</span>
        {version !== null && <code>{version}</code>}
        <bdi>{title}</bdi>
      </h2>
      {skipped && (
        <p className="muted small">
          {rich('Unchanged. {text}', { text: translateDetail(skipped.text, skipped.reason) })}
        </p>
      )}
      {kind === 'dropped' && !skipped && (
        <div data-field={`${id} dropped`} tabIndex={-1}>
          <Checkbox
            isSelected={decisions.removals.get(id) ?? row.removed}
            onChange={(isRemoved) =>
              onDecide({ ...decisions, removals: new Map(decisions.removals).set(id, isRemoved) })
            }
          >
            {rich('Delete requirement {number}', { number })}
          </Checkbox>
        </div>
      )}
      {sections.map((section) => (
        <ThreeTexts
          key={section.field}
          row={row}
          section={section}
          decision={decisions.fields.get(id)?.get(section.field) ?? null}
          onDecide={(decision) => onDecide(withField(decisions, id, section.field, decision))}
        />
      ))}
    </li>
  )
}

function KindChip({ row: { kind, skipped, sections } }: { row: RebaseRow }) {
  if (skipped) {
    return (
      <Chip hue="grey" icon="lock">
        {t('Skipped')}
      </Chip>
    )
  }
  if (kind === 'dropped') {
    return (
      <Chip hue="vermilion" icon="cross">
        {t('Dropped')}
      </Chip>
    )
  }
  return sections.some(({ conflict }) => conflict) ? (
    <Chip hue="amber" icon="diff">
      {t('Conflict')}
    </Chip>
  ) : (
    <Chip hue="teal" icon="diff">
      {t('Changed')}
    </Chip>
  )
}
