import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../../../api/client.ts'
import { notify } from '../../../kit/toast.tsx'
import { formatCount, t } from '../../../languages/t.ts'
import { isPostable } from '../../comments/limits.ts'
import { toDecisionInput, findChoice, createVerdict, type Choice, type Verdict } from '../decide/decisions.ts'
import { refetchQueues, showReview } from '../queue/queue.ts'
import { listStaleReviews } from '../undo/store.ts'
import { toBulkSelection, decideOnMany, type BulkSelection, type Selection } from './bulk.ts'
import { readChanges, type RowChange } from './row-changes.ts'
import { toggleMember } from './use-selection.ts'

type Target = Pick<Verdict, 'duplicateOf' | 'addressedBy'>

const NO_TARGET: Target = { duplicateOf: null, addressedBy: null }

/** The input of the dialog: the decision and its details. */
function useDecisionFields(start: { choice: Choice | null; close: boolean }) {
  const [choice, setChoice] = useState(start.choice)
  const [response, setResponse] = useState('')
  const [target, setTarget] = useState(NO_TARGET)
  const [close, setClose] = useState(start.close)
  const choose = (status: string) => {
    setChoice(findChoice(status) ?? null)
    setTarget(NO_TARGET)
  }
  const leaveTarget = () => setChoice(null)
  return { choice, choose, leaveTarget, response, setResponse, target, setTarget, close, setClose }
}

/** State of a bulk decision: the input, the service's preview, and saving it. */
export function useBulkDecision(
  selection: Selection,
  location: { componentId: number; projectId: number },
  start: { choice: Choice | null; close: boolean },
  onDone: () => void,
) {
  const fields = useDecisionFields(start)
  const { choice, response, target, close } = fields
  const changes = useChanges(selection)
  const { changed, included } = changes
  const { request, closed, isTooLarge } = toBulkSelection(selection, location.componentId, changed, included)
  const verdict = choice && createVerdict(choice, { response, ...target, close })
  const isComplete = verdict !== null && request !== null && hasAll(verdict)
  const readInput = () => {
    if (!verdict || !request) throw new Error(t('Choose a decision first.'))
    return { request, verdict }
  }
  const write = useMutation({
    mutationFn: () => {
      const input = readInput()
      return decideOnMany(input.request, input.verdict, location)
    },
    onSuccess: (size) => {
      notify(`${formatCount(size, 'comment')}: ${choice?.done ?? ''}.`)
      onDone()
    },
    onError: changes.meet,
    onSettled: () => (selection.kind === 'filter' ? refetchQueues() : undefined),
  })
  const inputKey = [isComplete, choice?.status, target.duplicateOf, target.addressedBy?.id, close]
  const preview = usePreview(
    readInput,
    changes.meet,
    JSON.stringify([...inputKey, request?.expected_lock_versions]),
  )
  // Changed comments are listed row by row.
  const refusal = [write.error, preview.error].find(
    (error) => error !== null && listStaleReviews(error).length === 0,
  )
  return { ...fields, changes, closed, isTooLarge, verdict, isComplete, preview, write, refusal }
}

export type BulkDecision = ReturnType<typeof useBulkDecision>

function hasAll({ choice, response, duplicateOf, addressedBy }: Verdict): boolean {
  if (choice.requiresResponse && !isPostable(response)) return false
  if (choice.requiredInput === 'comment') return duplicateOf !== null
  return choice.requiredInput !== 'requirement' || addressedBy !== null
}

/** Fetches a preview for each change of the input: the service decides what is possible. */
function usePreview(
  readInput: () => { request: BulkSelection; verdict: Verdict },
  onError: (error: unknown) => void,
  inputKey: string,
) {
  const preview = useMutation({
    mutationFn: () => {
      const { request, verdict } = readInput()
      return client.reviews.bulkTriage.mutate({ ...request, ...toDecisionInput(verdict), dry_run: true })
    },
    onError,
  })
  const { mutate: fetchPreview, reset } = preview
  useEffect(() => {
    reset()
    if (inputKey.startsWith('[true')) fetchPreview()
  }, [inputKey, fetchPreview, reset])
  return preview
}

/** The comments that another user changed, and those that the user includes in their current state. */
function useChanges(selection: Selection) {
  const [changed, setChanged] = useState<readonly RowChange[]>([])
  const [included, setIncluded] = useState<ReadonlySet<number>>(new Set())
  const handleConflict = (error: unknown) => {
    const news = readChanges(error, selection.kind === 'rows' ? selection.rows : [])
    if (news.length === 0) return
    for (const { now } of news) showReview(now)
    const ids = new Set(news.map(({ now }) => now.id))
    setChanged([...changed.filter(({ now }) => !ids.has(now.id)), ...news])
    setIncluded(new Set([...included].filter((id) => !ids.has(id))))
  }
  return {
    changed,
    included,
    meet: handleConflict,
    take: (id: number) => setIncluded(toggleMember(included, id)),
  }
}
