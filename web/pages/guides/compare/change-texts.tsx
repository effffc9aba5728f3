import { useMediaQuery } from '../../../app/use-media-query.ts'
import { Runs } from '../../../kit/diff-runs.tsx'
import type { DiffSide } from '../../../kit/readable-runs.ts'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import { SEVERITY_LABELS } from '../../authoring/labels.ts'
import type { ComparedRule, Comparison } from './changes.ts'
import { COMPARED_FIELDS, FIELD_LABELS, type ComparedField } from './comparison-search.ts'
import styles from './change-texts.module.css'

type Runs = NonNullable<Comparison['updated'][string]['changes'][number]['diff']>

/** One changed field: word by word, in two columns if the screen is wide enough; old above new if the texts are too long. */
export function FieldChangeText({
  field,
  runs,
  base,
  diff,
}: {
  field: ComparedField
  runs: Runs | undefined
  base: ComparedRule
  diff: ComparedRule
}) {
  const hasRoom = useMediaQuery('(min-width: 1100px)')
  if (field === 'rule_severity') {
    return (
      <p>
        <del>{SEVERITY_LABELS[base.rule_severity]}</del> <ins>{SEVERITY_LABELS[diff.rule_severity]}</ins>
      </p>
    )
  }
  const before = base[field] ?? ''
  const after = diff[field] ?? ''
  const isRewritten = !runs || measureSharedLength(runs) < 0.4 * Math.max(before.length, after.length)
  if (isRewritten || hasRoom) {
    return (
      <div className={styles['columns']}>
        <Side
          label={t('Before')}
          runs={isRewritten ? [{ op: 'delete', text: before }] : runs}
          side="before"
        />
        <Side label={t('After')} runs={isRewritten ? [{ op: 'insert', text: after }] : runs} side="after" />
      </div>
    )
  }
  return (
    <p className={styles['text']}>
      <Runs runs={runs} />
    </p>
  )
}

function Side({ label, runs, side }: { label: string; runs: Runs; side: DiffSide }) {
  return (
    <div>
      <h4>{label}</h4>
      <p className={styles['text']}>
        <Runs runs={runs} side={side} />
      </p>
    </div>
  )
}

/** Counts the characters that both texts have in common. */
function measureSharedLength(runs: Runs): number {
  return runs.reduce((sum, { op, text }) => (op === 'equal' ? sum + text.length : sum), 0)
}

/** The texts of a rule that only one release has, collapsed. */
export function RuleTexts({ rule }: { rule: ComparedRule }) {
  const texts = COMPARED_FIELDS.filter((field) => field !== 'title' && field !== 'rule_severity')
  return (
    <details className={styles['folded']}>
      <summary>{rich('{severity}, all texts', { severity: SEVERITY_LABELS[rule.rule_severity] })}</summary>
      {texts.map(
        (field) =>
          rule[field] && (
            <section key={field}>
              <h3>{FIELD_LABELS[field]}</h3>
              <p className={styles['text']}>{rule[field]}</p>
            </section>
          ),
      )}
    </details>
  )
}
