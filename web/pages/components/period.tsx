import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { formatExactTime, parseTimestamp } from '../../api/time.ts'
import { useKeys } from '../../app/use-keys.ts'
import { Button } from '../../kit/button.tsx'
import { Card, Facts } from '../../kit/card.tsx'
import { formatCount, t } from '../../languages/t.ts'
import { ChangePeriod } from './change-period.tsx'
import type { Move } from './period-change.ts'
import { PhaseChip } from './phase-chip.tsx'
import { findNextStep, toCommentPhase, type Summary } from './phase.ts'
import styles from './period.module.css'

/** The comment period of a component: its end, and an admin's actions. */
export function Period({ summary }: { summary: Summary }) {
  const [move, setMove] = useState<Move | null>(null)
  const moves = summary.effective_permissions === 'admin' && !summary.released ? listMoves(summary) : []
  useKeys(Object.fromEntries(moves.map(({ move }) => [ACTIONS[move], () => setMove(move)])))
  const start = parseTimestamp(summary.comment_period_starts_at)
  const end = parseTimestamp(summary.comment_period_ends_at)
  const days = summary.comment_period_days_remaining
  const open = summary.comment_phase === 'open'
  const { data: workflow } = useQuery(api.components.workflowState.queryOptions({ id: summary.id }))
  const isRunning = open && days !== null && days > 0
  const isNext = workflow !== undefined && !isRunning && findNextStep(summary, workflow).page === ''
  return (
    <Card title={t('Comment period')}>
      <Facts
        facts={[
          [t('Now'), <PhaseChip key="now" phase={toCommentPhase(summary)} />] as const,
          ...(start ? [[t('Started'), formatExactTime(start)] as const] : []),
          ...(end ? [[open ? t('Ends') : t('Ended'), formatExactTime(end)] as const] : []),
          ...(open && days !== null && days >= 0
            ? [[t('Time left'), formatCount(days, 'day')] as const]
            : []),
        ]}
      />
      {open && end === null && <p className="muted small">{t('No end date')}</p>}
      {moves.length > 0 && (
        <p className={styles['actions']}>
          {moves.map(({ move, label }, index) => (
            <Button
              key={move}
              {...(index === 0 && isNext ? { variant: 'primary' } : {})}
              onPress={() => setMove(move)}
            >
              {label}
            </Button>
          ))}
        </p>
      )}
      {move && <ChangePeriod move={move} summary={summary} onClose={() => setMove(null)} />}
    </Card>
  )
}

const ACTIONS = { open: 'openPeriod', adjudicate: 'adjudicate', finalize: 'finalize' } as const

/** An admin's actions on the current window, the usual one first. */
export function listMoves({
  comment_phase: phase,
  closed_reason: reason,
}: Pick<Summary, 'comment_phase' | 'closed_reason'>): { move: Move; label: string }[] {
  if (phase === 'open') {
    return [
      { move: 'adjudicate', label: t('Close for adjudication') },
      { move: 'open', label: t('Change the dates') },
    ]
  }
  const retry = {
    move: 'open',
    label: reason === null ? t('Open for comment') : t('Reopen for comment'),
  } as const
  if (reason === 'adjudicating') return [{ move: 'finalize', label: t('Finalize') }, retry]
  if (reason === 'finalized') return [{ move: 'adjudicate', label: t('Back to adjudication') }, retry]
  return [retry]
}
