import type { Outputs } from '../../api/client.ts'
import { Card } from '../../kit/card.tsx'
import { Chip } from '../../kit/chip.tsx'
import { Meter } from '../../kit/progress.tsx'
import { rich } from '../../languages/rich.ts'
import { formatCount, formatNumber, t } from '../../languages/t.ts'
import { countDecided } from '../charts/decision-parts.ts'
import { type Workflow } from './phase.ts'
import styles from './gates.module.css'

export type Triage = Outputs['reviews']['componentTriageSummary']

/** One of the four conditions before a release. */
export interface Gate {
  name: string
  done: number
  total: number
  /** A description of what is left. */
  remainder: string
  passed: boolean
}

/** Returns the gates of a component in order; an empty component passes none. */
export function listGates({ authoring, reviews, locks }: Workflow, triage: Triage): Gate[] {
  const total = authoring.rules_total
  const pending = triage.by_triage_status['pending'] ?? 0
  const decided = countDecided(triage)
  const toGate = (name: string, done: number, remainder: string): Gate => {
    return {
      name,
      done,
      total,
      passed: total > 0 && done === total,
      remainder: done === total ? t('Nothing left') : remainder,
    }
  }
  const undetermined = total - authoring.rules_determined
  const unlocked = locks.total - locks.locked
  return [
    toGate(
      t('Determined'),
      authoring.rules_determined,
      t('{undetermined} not yet determined', { undetermined }),
    ),
    toGate(
      t('No reviews pending'),
      total - reviews.under_review,
      t('{count} under review', { count: reviews.under_review }),
    ),
    toGate(t('Locked'), locks.locked, t('{count} not locked', { count: unlocked })),
    {
      name: t('Comments decided'),
      done: decided,
      total: decided + pending,
      passed: pending === 0,
      remainder:
        pending === 0
          ? t('Nothing left')
          : t('{comments} without a decision', { comments: formatCount(pending, 'comment') }),
    },
  ]
}

/** The four gates with their bars. */
export function Gates({ workflow, triage }: { workflow: Workflow; triage: Triage }) {
  return (
    <div className={styles['cards']}>
      {listGates(workflow, triage).map(({ name, done, total, remainder, passed }) => (
        <Card key={name} title={name}>
          <p className={styles['figure']}>
            {rich('{count} of {total}', {
              count: <strong>{formatNumber(done)}</strong>,
              total: formatNumber(total),
            })}
            <span>
              <Chip hue={passed ? 'teal' : 'amber'} icon={passed ? 'check' : 'circle'}>
                {passed ? t('Passed') : t('Open')}
              </Chip>
            </span>
          </p>
          <Meter label={name} value={done} max={total} text="" />
          <p className="muted small">{remainder}</p>
        </Card>
      ))}
    </div>
  )
}
