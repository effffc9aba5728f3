import { formatDay, formatExactTimeWithUtc, parseTimestamp } from '../../../api/time.ts'
import { Icon } from '../../../kit/icon.tsx'
import { formatCount, t } from '../../../languages/t.ts'
import { toCommentPhase, type Summary } from '../phase.ts'
import { listPhaseSteps, type PhaseStep } from './list-phase-steps.ts'
import { ShareBar } from './share-bar.tsx'
import styles from './phase-steps.module.css'

const STATE_LABELS = { done: t('done'), current: t('now'), ahead: t('not yet') } as const

/** The phases of a component from draft to release, with the current one and dates. */
export function PhaseSteps({ summary }: { summary: Summary }) {
  return (
    <ol className={styles['steps']} aria-label={t('Phases')}>
      {listPhaseSteps(summary, new Date()).map((step) => (
        <Step key={step.key} step={step} summary={summary} />
      ))}
    </ol>
  )
}

function Step({ step: { key, label, state, share }, summary }: { step: PhaseStep; summary: Summary }) {
  return (
    <li className={styles[state]} {...(state === 'current' ? { 'aria-current': 'step' } : {})}>
      <ShareBar share={share} hue={state === 'done' ? 'teal' : 'blue'} />
      <span className={styles['step']}>
        <Icon
          name={state === 'done' ? 'check' : state === 'current' ? toCommentPhase(summary).icon : 'circle'}
        />
        <span>{label}</span>
        <span className="visually-hidden">{`, ${STATE_LABELS[state]}`}</span>
      </span>
      {key === 'open' && <PeriodDates summary={summary} />}
    </li>
  )
}

/** The dates of the comment period, and the days that are left of it. */
function PeriodDates({ summary }: { summary: Summary }) {
  const start = parseTimestamp(summary.comment_period_starts_at)
  const end = parseTimestamp(summary.comment_period_ends_at)
  const { comment_phase: phase, comment_period_days_remaining: days } = summary
  if (!start && !end) {
    return phase === 'open' ? <span className="muted small">{t('No end date')}</span> : null
  }
  const now = new Date()
  const dates = [start, end].map((moment) => (moment ? formatDay(moment, now) : '…')).join(' – ')
  const exactDates = [start, end].map((moment) => (moment ? formatExactTimeWithUtc(moment) : '…')).join(' – ')
  return (
    <span className="muted small" title={exactDates}>
      {dates}
      {phase === 'open' && days !== null && days >= 0 && (
        <b className={styles['left']}>{t('{days} left', { days: formatCount(days, 'day') })}</b>
      )}
    </span>
  )
}
