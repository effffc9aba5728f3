import { useState } from 'react'
import { api, queryClient } from '../../../api/client.ts'
import { toProblem, type Problem } from '../../../api/errors.ts'
import { announce } from '../../../app/announce.tsx'
import { useEventCallback } from '../../../app/use-event-callback.ts'
import { formatCount, t } from '../../../languages/t.ts'
import { readChanges, type RowChange } from '../bulk/row-changes.ts'
import { createVerdict, type Choice, type Verdict } from '../decide/decisions.ts'
import { refetchQueues } from '../queue/queue.ts'
import { decideTogether, splitCluster, type Cluster } from './cluster.ts'

/** The open form of a cluster decision: none, the response, or the choice for the others. */
type Step =
  | { kind: 'none' }
  | { kind: 'response'; choice: Choice; close: boolean }
  | { kind: 'others'; verdict: Verdict; onStored: () => void }

const NO_STEP: Step = { kind: 'none' }
const noop = () => undefined

/** Decides on the survivor of a cluster, and then on the others: the same decision, or duplicate. */
export function useClusterDecision({
  cluster,
  excludedIds,
  reason,
  projectId,
  onDecided,
}: {
  cluster: Cluster
  excludedIds: ReadonlySet<number>
  /** Why no decision is possible; null if one is. */
  reason: string | null
  projectId: number
  onDecided: () => void
}) {
  const [step, setStep] = useState<Step>(NO_STEP)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<{ problem: Problem; changed: readonly RowChange[] } | null>(null)
  const { survivor, waits, others } = splitCluster(cluster, excludedIds)
  const isDecided = !waits && others.length === 0
  const askAboutOthers = (verdict: Verdict, onStored: () => void = noop) =>
    setStep({ kind: 'others', verdict, onStored })
  const choose = useEventCallback((choice: Choice, close: boolean) => {
    if (reason !== null) return announce(reason)
    if (isDecided) return announce(t('All of these comments are already decided.'))
    if (choice.requiredInput === null) askAboutOthers(createVerdict(choice, { close }))
    else setStep({ kind: 'response', choice, close })
  })
  const settle = async (kind: 'same' | 'duplicates') => {
    if (step.kind !== 'others' || !survivor || isSending) return
    const decided = waits ? [survivor, ...others] : others
    setSending(true)
    setFailure(null)
    try {
      await decideTogether(survivor, decided, step.verdict, kind, projectId)
      step.onStored()
      announce(`${step.verdict.choice.done}: ${formatCount(decided.length, 'comment')}.`)
      setStep(NO_STEP)
      onDecided()
    } catch (error) {
      setFailure({ problem: toProblem(error), changed: readChanges(error, cluster.reviews) })
    } finally {
      setSending(false)
      void refetchQueues()
      void queryClient.invalidateQueries(api.reviews.pathFilter())
    }
  }
  return {
    step,
    isSending,
    failure,
    survivor,
    isDecided,
    choose,
    settle,
    answer: (response: string, onStored: () => void) =>
      step.kind === 'response' &&
      askAboutOthers(createVerdict(step.choice, { close: step.close, response }), onStored),
    count: others.length,
    leave: () => setStep(NO_STEP),
  }
}

export type ClusterDecision = ReturnType<typeof useClusterDecision>
