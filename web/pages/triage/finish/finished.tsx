import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type RefObject } from 'react'
import type { TriageStatus } from '../../../../src/vocabulary.ts'
import { toProblem } from '../../../api/errors.ts'
import { ProblemBanner } from '../../../kit/banner-strip.tsx'
import { Button } from '../../../kit/button.tsx'
import { Chip } from '../../../kit/chip.tsx'
import { Inline } from '../../../kit/inline.tsx'
import { AddressLink } from '../../../kit/link.tsx'
import { formatCount, formatNumber, t } from '../../../languages/t.ts'
import { countDecided, listDecisionParts } from '../../charts/decision-parts.ts'
import { DISPOSITIONS } from '../../components/decision-labels.ts'
import { closeReviews, createClosableQuery, loadClosable } from '../bulk/close-reviews.ts'
import type { Scope } from '../queue/queue.ts'
import { useSummary } from '../use-summary.ts'
import styles from './finished.module.css'

const NOT_RECORDED = { hue: 'grey', icon: 'circle' } as const

function getStyle(status: TriageStatus) {
  const { hue, icon } = DISPOSITIONS[status]
  return { hue, icon }
}

/** The summary when no comment is left, and the next step: close the decided comments, or continue elsewhere. */
export function Finished({ scope, projectId }: { scope: Scope; projectId: number }) {
  const summary = useSummary(scope)
  const awaiting = useAwaiting(scope, summary)
  const isShown = summary !== undefined
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isShown) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  useFocusAfterClosing(card, awaiting)
  if (!summary) return null
  const { by_triage_status: counts, total } = summary
  const pending = counts['pending'] ?? 0
  const listed = { by_triage_status: { ...counts, pending: 0 }, total: total - pending }
  const base = scope.kind === 'component' ? `/components/${scope.id}` : `/projects/${scope.id}`
  return (
    <section ref={card} tabIndex={-1} className={styles['finished']} aria-label={t('Progress')}>
      <h2>{formatTitle(total, pending, countDecided(summary))}</h2>
      <Inline as="ul" aria-label={t('Decisions')}>
        {listDecisionParts([listed]).map(({ status, label, values: [count = 0] }) => (
          <li key={label}>
            <Chip {...(status ? getStyle(status) : NOT_RECORDED)}>
              {formatNumber(count)} {label}
            </Chip>
          </li>
        ))}
      </Inline>
      <Inline>
        {awaiting !== 0 && <CloseDecided scope={scope} projectId={projectId} count={awaiting} />}
        {pending > 0 && <AddressLink to={`${base}/triage`}>{t('Show all pending comments')}</AddressLink>}
        {total > 0 && (
          <AddressLink to={`${base}/triage`} search={{ triage_status: 'all', view: 'table' }}>
            {t('Show all decisions')}
          </AddressLink>
        )}
        {scope.kind === 'component' && (
          <AddressLink to={`${base}/readiness`}>{t('Go to readiness')}</AddressLink>
        )}
      </Inline>
    </section>
  )
}

/** Moves the focus to the next steps when the button that closed the last comments is gone. */
function useFocusAfterClosing(card: RefObject<HTMLElement | null>, awaiting: number): void {
  const previous = useRef(awaiting)
  useEffect(() => {
    const isDone = previous.current !== 0 && awaiting === 0
    if (isDone && document.activeElement === document.body) card.current?.focus()
    previous.current = awaiting
  }, [card, awaiting])
}

function formatTitle(total: number, pending: number, decided: number): string {
  if (total === 0) return t('No comments yet')
  if (pending > 0) {
    return t('This list is done. {otherComments} pending', {
      otherComments: formatCount(pending, 'other comment'),
    })
  }
  if (decided < total) {
    return t('{total} of {comments} decided', {
      total: formatNumber(decided),
      comments: formatCount(total, 'comment'),
    })
  }
  return t(
    { count: total, one: 'The only comment is decided', other: 'All {total} comments are decided' },
    { total: formatNumber(total) },
  )
}

/** Closes all decided comments of the scope in bulk. */
function CloseDecided({ scope, projectId, count }: { scope: Scope; projectId: number; count: number }) {
  const close = useMutation({
    mutationFn: async () => closeReviews(await loadClosable(scope), projectId),
  })
  return (
    <>
      <Button variant="primary" icon="lock" isPending={close.isPending} onPress={() => close.mutate()}>
        {t(
          { count, one: 'Close {decidedComments}', other: 'Close all {decidedComments}' },
          { decidedComments: formatCount(count, 'decided comment') },
        )}
      </Button>
      {close.error && <ProblemBanner problem={toProblem(close.error)} />}
    </>
  )
}

/** The number of decided comments that are not closed, counted again when the summary changes. */
function useAwaiting(scope: Scope, summary: ReturnType<typeof useSummary>): number {
  const { data } = useQuery({ ...createClosableQuery(scope, summary), enabled: summary !== undefined })
  return data ?? 0
}
