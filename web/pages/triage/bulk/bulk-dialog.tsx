import { toProblem } from '../../../api/errors.ts'
import { useKeys } from '../../../app/use-keys.ts'
import { ProblemBanner, BannerStrip } from '../../../kit/banner-strip.tsx'
import { Button } from '../../../kit/button.tsx'
import { Checkbox } from '../../../kit/choice.tsx'
import { Dialog } from '../../../kit/dialog.tsx'
import { Actions, Form } from '../../../kit/form.tsx'
import { Keys } from '../../../kit/kbd.tsx'
import { Progress } from '../../../kit/progress.tsx'
import { Select } from '../../../kit/select.tsx'
import { rich } from '../../../languages/rich.ts'
import { formatCount, t } from '../../../languages/t.ts'
import { formatRemaining } from '../../comments/limits.ts'
import { MentionArea } from '../../comments/mention-area.tsx'
import { CHOICES, closesComment, type Choice } from '../decide/decisions.ts'
import { PickComment, PickRequirement } from '../decide/pickers.tsx'
import { BulkPreview } from './bulk-preview.tsx'
import { IDS, type Selection } from './bulk.ts'
import { ChangedRows } from './changed-rows.tsx'
import { useBulkDecision, type BulkDecision } from './use-bulk-decision.ts'

/**
 * One decision for many comments. It previews the effect first; either all is saved or nothing. Comments that another
 * user changed are listed and skipped, unless the user includes them.
 */
export function BulkDialog({
  selection,
  componentId,
  projectId,
  start,
  close,
  onDone,
  onClose,
}: {
  selection: Selection
  componentId: number
  projectId: number
  /** The decision that opened the dialog, and whether it closes too. */
  start: Choice | null
  close: boolean
  onDone: () => void
  onClose: () => void
}) {
  const bulk = useBulkDecision(selection, { componentId, projectId }, { choice: start, close }, onDone)
  const { choice, changes, verdict, preview, write, isComplete, refusal } = bulk
  const send = () => {
    if (isComplete && preview.data && !write.isPending) write.mutate()
  }
  useKeys({ commit: send })
  return (
    <Dialog title={t('Decide on {size}', { size: describeSize(selection) })} isOpen onClose={onClose} wide>
      <Form wide label={t('Decide together')} onSend={send}>
        <LeftOut bulk={bulk} />
        <DecisionFields bulk={bulk} componentId={componentId} />
        {changes.changed.length > 0 && (
          <ChangedRows rows={changes.changed} includedIds={changes.included} onTake={changes.take} />
        )}
        {preview.isPending && <Progress label={t('Checking what would change')} />}
        {preview.data && verdict && <BulkPreview preview={preview.data} verdict={verdict} />}
        {refusal !== undefined && <ProblemBanner problem={toProblem(refusal)} />}
        <Actions>
          <Button
            type="submit"
            variant="primary"
            isDisabled={!isComplete || !preview.data}
            isPending={write.isPending}
          >
            {choice
              ? `${choice.label}: ${formatCount(preview.data?.count ?? 0, 'comment')}`
              : t('Choose a decision')}{' '}
            <Keys action="commit" />
          </Button>
          <Button onPress={onClose}>{t('Cancel')}</Button>
        </Actions>
      </Form>
    </Dialog>
  )
}

function LeftOut({ bulk: { closed, isTooLarge } }: { bulk: BulkDecision }) {
  return (
    <>
      {closed > 0 && (
        <BannerStrip variant="info">
          {t('{comments} of them are already closed and will be skipped.', {
            comments: formatCount(closed, 'comment'),
          })}
        </BannerStrip>
      )}
      {isTooLarge && (
        <BannerStrip variant="info">
          {rich(
            'You can decide on up to {limit} selected comments at once. Deselect some, or decide on all that match a filter.',
            {
              limit: IDS,
            },
          )}
        </BannerStrip>
      )}
    </>
  )
}

/** The decision and its input. */
function DecisionFields({ bulk, componentId }: { bulk: BulkDecision; componentId: number }) {
  const { choice, response, setResponse, target, setTarget, close, setClose } = bulk
  const pick = { row: { id: 0, component_id: componentId, rule_id: null }, onLeave: bulk.leaveTarget }
  return (
    <>
      <Select<string>
        label={t('Decision')}
        autoFocus
        value={choice?.status ?? 'none'}
        options={[
          { value: 'none', label: t('Choose') },
          ...CHOICES.map(({ status, label }) => ({ value: status, label })),
        ]}
        onChange={bulk.choose}
      />
      {choice?.requiredInput === 'comment' && target.duplicateOf === null && (
        <PickComment {...pick} alike={[]} onPick={(id) => setTarget({ ...target, duplicateOf: id })} />
      )}
      {target.duplicateOf !== null && <p>{rich('Duplicates of comment {id}', { id: target.duplicateOf })}</p>}
      {choice?.requiredInput === 'requirement' && target.addressedBy === null && (
        <PickRequirement {...pick} onPick={(rule) => setTarget({ ...target, addressedBy: rule })} />
      )}
      {target.addressedBy !== null && <p>{rich('Addressed by {name}', { name: target.addressedBy.name })}</p>}
      {choice && (
        <MentionArea
          label={
            choice.requiresResponse
              ? t('Response to each comment (required to decline)')
              : t('Response to each comment (optional)')
          }
          value={response}
          onChange={setResponse}
          hint={formatRemaining(response)}
        />
      )}
      {choice !== null && !closesComment(choice.status) && (
        <Checkbox isSelected={close} onChange={setClose}>
          {t('Also close these comments')}
        </Checkbox>
      )}
    </>
  )
}

function describeSize(selection: Selection): string {
  return selection.kind === 'rows'
    ? formatCount(selection.rows.length, 'comment')
    : t('all {comments} that match', { comments: formatCount(selection.total, 'comment') })
}
