import { useEffect, useRef, useState } from 'react'
import { translateDetail } from '../../../api/errors.ts'
import { useKeys } from '../../../app/use-keys.ts'
import { ProblemBanner } from '../../../kit/banner-strip.tsx'
import { Button } from '../../../kit/button.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { Inline } from '../../../kit/inline.tsx'
import { Keys } from '../../../kit/kbd.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import { formatSection } from '../../authoring/section-labels.ts'
import { useReview } from '../../comments/use-review.ts'
import { ChangedRows } from '../bulk/changed-rows.tsx'
import { Question } from '../comment/question.tsx'
import { CHOICES, type Choice } from '../decide/decisions.ts'
import { ResponseForm } from '../decide/response-form.tsx'
import { ClusterMembers } from './cluster-members.tsx'
import { splitCluster, type Cluster, type Member } from './cluster.ts'
import { FurtherMembers } from './further-members.tsx'
import { useClusterDecision, type ClusterDecision } from './use-cluster-decision.ts'
import { useMembers } from './use-members.ts'
import styles from './cluster-card.module.css'

/** The decisions on a survivor: it can't be a duplicate, and decisions that need a target are made elsewhere. */
const OFFERED = CHOICES.filter(({ requiredInput }) => requiredInput === null || requiredInput === 'response')

interface CardProps {
  cluster: Cluster
  componentId: number
  projectId: number
  isCurrent: boolean
  excludedIds: ReadonlySet<number>
  onLeft: (id: number) => void
  onCurrent: () => void
}

/** A group of similar comments: one survives, the others get the same decision or become its duplicates. */
export function ClusterCard(props: CardProps) {
  const { cluster: first, componentId, projectId, isCurrent, excludedIds, onLeft, onCurrent } = props
  const card = useRef<HTMLElement>(null)
  const [member, setMember] = useState(1)
  const members = useMembers(first, componentId)
  const { visibleCluster: cluster } = members
  const reason = useRefusal(splitCluster(cluster, excludedIds), isCurrent)
  const decision = useClusterDecision({
    cluster,
    excludedIds,
    reason,
    projectId,
    onDecided: () => {
      setMember(1)
      members.showNext()
    },
  })
  const { survivor, step } = decision
  useEffect(() => {
    // The response form manages its own focus.
    if (isCurrent && step.kind !== 'response') card.current?.focus()
  }, [isCurrent, step.kind])
  useCardKeys(isCurrent, decision, () => {
    const review = cluster.reviews[member]
    if (review) onLeft(review.id)
    setMember(member + 1 < cluster.reviews.length ? member + 1 : 0)
  })
  if (!survivor) return null
  return (
    <article
      ref={card}
      className={styles['card']}
      tabIndex={-1}
      aria-current={isCurrent || undefined}
      aria-label={t('{count} similar to comment {id}', {
        count: first.reviews_count,
        id: survivor.id,
      })}
      onFocus={() => !isCurrent && onCurrent()}
    >
      <Inline as="header">
        <b>{rich('{count} similar', { count: first.reviews_count })}</b>
        <span className="muted small">
          {t('similarity at least {score}', { score: cluster.score.toFixed(2) })}
        </span>
        <span className="push small muted">
          {survivor.rule_displayed_name}, {formatSection(survivor.section)}
        </span>
      </Inline>
      <ClusterMembers {...{ cluster, survivor, excludedIds, onLeft }} />
      <FurtherMembers members={members} onShow={() => setMember(1)} />
      {decision.failure && <ProblemBanner problem={decision.failure.problem} />}
      {decision.failure && decision.failure.changed.length > 0 && (
        <ChangedRows rows={decision.failure.changed} />
      )}
      <CardStep {...{ decision, survivor, projectId, isCurrent, onCurrent, reason }} />
    </article>
  )
}

/** The decisions, the response form, or the choice for the others. */
function CardStep({
  decision,
  survivor,
  projectId,
  isCurrent,
  onCurrent,
  reason,
}: Pick<CardProps, 'projectId' | 'isCurrent' | 'onCurrent'> & {
  decision: ClusterDecision
  survivor: Member
  reason: string | null
}) {
  const { step, choose, isDecided } = decision
  if (step.kind === 'response') {
    return (
      <ResponseForm
        draftId={`cluster:${survivor.id}`}
        projectId={projectId}
        choice={step.choice}
        close={step.close}
        onSend={decision.answer}
        onLeave={decision.leave}
      />
    )
  }
  if (step.kind === 'others') return <OthersStep decision={decision} survivor={survivor} />
  return (
    <>
      <Inline role="group" aria-label={t('Decide on comment {id}', { id: survivor.id })}>
        {OFFERED.map((choice) => (
          <Button
            key={choice.status}
            icon={choice.icon}
            isDisabled={reason !== null || isDecided}
            {...(isCurrent ? { keys: choice.action } : {})}
            onPress={({ shiftKey }) => {
              onCurrent()
              choose(choice, shiftKey)
            }}
          >
            {choice.label}
          </Button>
        ))}
      </Inline>
      {reason !== null && <p className="small muted">{reason}</p>}
    </>
  )
}

function OthersStep({ decision, survivor }: { decision: ClusterDecision; survivor: Member }) {
  const { step, isSending, settle, leave, count } = decision
  if (step.kind !== 'others') return null
  const { choice } = step.verdict
  return (
    <Question label={t('The other comments')} onLeave={leave}>
      <p>
        <Icon name={choice.icon} />{' '}
        {rich('{decision} for {id}. What about the other {count}?', {
          decision: <b>{choice.done}</b>,
          id: survivor.id,
          count,
        })}
      </p>
      <Inline>
        <Button variant="primary" isPending={isSending} onPress={() => void settle('same')}>
          {t('Apply to all')} <Keys action="open" />
        </Button>
        <Button icon="sheets" keys="decide5" isPending={isSending} onPress={() => void settle('duplicates')}>
          {rich('Duplicates of {id}', { id: survivor.id })}
        </Button>
        <Button onPress={leave}>{t('Cancel')}</Button>
      </Inline>
    </Question>
  )
}

function useCardKeys(
  isCurrent: boolean,
  { step, choose, settle, leave }: ClusterDecision,
  onSelect: () => void,
) {
  const decide = (choice: Choice) => (press: KeyboardEvent) => choose(choice, press.shiftKey)
  const decisions = Object.fromEntries(OFFERED.map((choice) => [choice.action, decide(choice)]))
  useKeys(isCurrent && step.kind === 'none' ? { ...decisions, select: onSelect } : {})
  useKeys(
    isCurrent && step.kind === 'others'
      ? { open: () => void settle('same'), decide5: () => void settle('duplicates'), back: leave }
      : {},
  )
}

/** The service's reason why the survivor can't be decided; fetched for the selected card only. */
function useRefusal({ survivor, waits }: ReturnType<typeof splitCluster>, isCurrent: boolean): string | null {
  const { data } = useReview(survivor?.id ?? 0, isCurrent && waits)
  const { message = null, reason = null } = data?.allowed_actions.triage ?? {}
  return waits && message !== null ? translateDetail(message, reason) : null
}
