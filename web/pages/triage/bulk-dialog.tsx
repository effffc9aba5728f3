import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../../api/client.ts'
import { problemOf } from '../../api/errors.ts'
import { Button } from '../../kit/button.tsx'
import { Checkbox } from '../../kit/choice.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { TextArea } from '../../kit/field.tsx'
import { Actions, Form } from '../../kit/form.tsx'
import { Progress } from '../../kit/progress.tsx'
import { Select } from '../../kit/select.tsx'
import { ProblemStrip, Strip } from '../../kit/strip.tsx'
import { notify } from '../../kit/toast.tsx'
import { counted } from '../components/phase.ts'
import { isPostable, roomLeft } from '../comments/limits.ts'
import { BulkPreview } from './bulk-preview.tsx'
import { decideOnMany, givenOf, IDS, type Selection } from './bulk.ts'
import { ChangedRows } from './changed-rows.tsx'
import { changesIn, type Changed } from './changed.ts'
import { bodyOf, CHOICES, choiceOf, closes, verdict, type Choice } from './decisions.ts'
import { reviewsIn } from './desk.ts'
import { PickComment, PickRequirement } from './pickers.tsx'
import { rereadQueues, showReview } from './queue.ts'
import { toggled } from './use-selection.ts'

/**
 * One decision for many comments. What it would do is asked of the service first and shown; all of it comes to stand, or
 * nothing. What somebody else changed meanwhile is told row by row and left out, unless one takes it along.
 */
export function BulkDialog({
  selection,
  componentId,
  projectId,
  start,
  close: closeToo,
  onDone,
  onClose,
}: {
  selection: Selection
  componentId: number
  projectId: number
  /** What was pressed to come here, and whether it closes too. */
  start: Choice | null
  close: boolean
  onDone: () => void
  onClose: () => void
}) {
  const [choice, setChoice] = useState<Choice | null>(start)
  const [response, setResponse] = useState('')
  const [duplicateOf, setDuplicateOf] = useState<number | null>(null)
  const [addressedBy, setAddressedBy] = useState<{ id: number; name: string } | null>(null)
  const [close, setClose] = useState(closeToo)
  const [changed, setChanged] = useState<readonly Changed[]>([])
  const [taken, setTaken] = useState<ReadonlySet<number>>(new Set())
  const { given, closed, over } = givenOf(selection, componentId, changed, taken)
  const made = choice && verdict(choice, { response, duplicateOf, addressedBy, close })
  const complete =
    made !== null &&
    given !== null &&
    (!made.choice.mustSay || isPostable(response)) &&
    (made.choice.asks !== 'comment' || duplicateOf !== null) &&
    (made.choice.asks !== 'requirement' || addressedBy !== null)
  const meet = (error: unknown) => {
    const rows = selection.kind === 'rows' ? selection.rows : []
    const news = changesIn(error, rows)
    if (news.length === 0) return
    for (const { now } of news) showReview(now)
    const ids = new Set(news.map(({ now }) => now.id))
    setChanged([...changed.filter(({ now }) => !ids.has(now.id)), ...news])
    setTaken(new Set([...taken].filter((id) => !ids.has(id))))
  }
  const preview = useMutation({
    mutationFn: () => {
      if (!made || !given) throw new Error('Nothing is chosen.')
      return client.reviews.bulkTriage.mutate({ ...given, ...bodyOf(made), dry_run: true })
    },
    onError: meet,
  })
  const write = useMutation({
    mutationFn: () => {
      if (!made || !given) throw new Error('Nothing is chosen.')
      return decideOnMany(given, made, { componentId, projectId })
    },
    onSuccess: (size) => {
      notify(`${counted(size, 'comment')}: ${choice?.done ?? ''}.`)
      onDone()
    },
    onError: meet,
    onSettled: () => (selection.kind === 'filter' ? rereadQueues() : undefined),
  })
  const wish = JSON.stringify([
    complete,
    choice?.status,
    duplicateOf,
    addressedBy?.id,
    close,
    given?.expected_lock_versions,
  ])
  const { mutate: look, reset } = preview
  useEffect(() => {
    reset()
    if (wish.startsWith('[true')) look()
  }, [wish, look, reset])
  const count = preview.data?.count ?? 0
  const pick = { row: { id: 0, component_id: componentId, rule_id: null }, onLeave: () => setChoice(null) }
  // What changed meanwhile is told row by row.
  const refusal = [write.error, preview.error].find(
    (error) => error !== null && reviewsIn(error).length === 0,
  )
  return (
    <Dialog title={`Decide on ${sizeOf(selection)}`} isOpen onClose={onClose} wide>
      <Form wide label="Decide together" onSend={() => complete && preview.data && write.mutate()}>
        {closed > 0 && (
          <Strip look="info">
            {counted(closed, 'comment')} of them cannot be decided on: closed already. They are left out.
          </Strip>
        )}
        {over && (
          <Strip look="info">
            One step takes {IDS} ticked comments. Untick some, or take all that match a filter.
          </Strip>
        )}
        <Select<string>
          label="Decision"
          autoFocus
          value={choice?.status ?? 'none'}
          options={[
            { value: 'none', words: 'Choose' },
            ...CHOICES.map(({ status, words }) => ({ value: status, words })),
          ]}
          onChange={(value) => {
            setChoice(choiceOf(value) ?? null)
            setDuplicateOf(null)
            setAddressedBy(null)
          }}
        />
        {choice?.asks === 'comment' && duplicateOf === null && (
          <PickComment {...pick} alike={[]} onPick={setDuplicateOf} />
        )}
        {duplicateOf !== null && <p>Duplicates of comment {duplicateOf}</p>}
        {choice?.asks === 'requirement' && addressedBy === null && (
          <PickRequirement {...pick} onPick={setAddressedBy} />
        )}
        {addressedBy !== null && <p>Addressed by {addressedBy.name}</p>}
        {choice && (
          <TextArea
            label={choice.mustSay ? 'Response to each, needed to decline' : 'Response to each, if any'}
            value={response}
            onChange={setResponse}
            hint={roomLeft(response)}
          />
        )}
        {choice !== null && !closes(choice.status) && (
          <Checkbox isSelected={close} onChange={setClose}>
            Close them too
          </Checkbox>
        )}
        {changed.length > 0 && (
          <ChangedRows rows={changed} taken={taken} onTake={(id) => setTaken(toggled(taken, id))} />
        )}
        {preview.isPending && <Progress label="Looking what it would do" />}
        {preview.data && made && <BulkPreview preview={preview.data} made={made} />}
        {refusal !== undefined && <ProblemStrip problem={problemOf(refusal)} />}
        <Actions>
          <Button
            type="submit"
            look="first"
            isDisabled={!complete || !preview.data}
            isPending={write.isPending}
          >
            {choice ? `${choice.words}: ${counted(count, 'comment')}` : 'Choose a decision'}
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </Actions>
      </Form>
    </Dialog>
  )
}

function sizeOf(selection: Selection): string {
  return selection.kind === 'rows'
    ? counted(selection.rows.length, 'comment')
    : `all ${counted(selection.total, 'comment')} that match`
}
