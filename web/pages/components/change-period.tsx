import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { formatExactTime } from '../../api/time.ts'
import { restoreLostFocus } from '../../app/restore-lost-focus.ts'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { Radio, Radios } from '../../kit/choice.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { Actions } from '../../kit/form.tsx'
import { notify } from '../../kit/toast.tsx'
import { rich } from '../../languages/rich.ts'
import { formatCount, t } from '../../languages/t.ts'
import { toChange, toEnd, type Move } from './period-change.ts'
import { type Summary } from './phase.ts'

const LENGTHS = ['14', '30', '60']

const ABOUT = {
  open: t('Everyone who can see the component can comment until the period ends.'),
  adjudicate: t('No new comments. Decisions, replies and reactions are still possible.'),
  finalize: t('No one can change comments or decisions until adjudication starts again.'),
} as const
const TITLES = {
  open: t('Open for comment'),
  adjudicate: t('Close for adjudication'),
  finalize: t('Finalize the comments'),
} as const

/**
 * Opens the comment window for a number of days or until a day, or closes it; the effect is described above the button.
 */
export function ChangePeriod({
  move,
  summary,
  onClose,
}: {
  move: Move
  summary: Summary
  onClose: () => void
}) {
  const [length, setLength] = useState('30')
  const [endDate, setEndDate] = useState('')
  const end = toEnd(length, endDate, new Date())
  const change = useMutation({
    mutationFn: () =>
      client.components.update.mutate({
        id: summary.id,
        expected_lock_version: summary.lock_version,
        component: toChange(move, summary, end, new Date()),
      }),
    onSuccess: ({ component }) => {
      queryClient.setQueryData(api.components.summary.queryKey({ id: summary.id }), component)
      notify(`${summary.name}: ${DONE[move]}`)
      onClose()
    },
    onSettled: async () => {
      await queryClient.invalidateQueries(api.components.pathFilter())
      restoreLostFocus()
    },
  })
  const pending = summary.pending_comment_count
  const missing = move === 'open' && length === 'date' && end === null
  return (
    <Dialog title={TITLES[move]} isOpen onClose={onClose}>
      {change.error && <ProblemBanner problem={toProblem(change.error)} />}
      <p>{ABOUT[move]}</p>
      {move === 'finalize' && pending > 0 && (
        <p className="danger">
          {t('{comments} without a decision would stay undecided.', {
            comments: formatCount(pending, 'comment'),
          })}
        </p>
      )}
      {move === 'open' && (
        <PeriodEnd length={length} endDate={endDate} end={end} onLength={setLength} onEndDate={setEndDate} />
      )}
      <Actions>
        <Button
          variant="primary"
          autoFocus={move === 'open'}
          isDisabled={missing}
          isPending={change.isPending}
          onPress={() => change.mutate()}
        >
          {t('Confirm')}
        </Button>
        <Button onPress={onClose}>{t('Cancel')}</Button>
      </Actions>
    </Dialog>
  )
}

/** How long comments are open: a number of days, up to a day, or without an end. */
function PeriodEnd({
  length,
  endDate,
  end,
  onLength,
  onEndDate,
}: {
  length: string
  endDate: string
  end: Date | null
  onLength: (length: string) => void
  onEndDate: (endDate: string) => void
}) {
  return (
    <>
      <Radios label={t('Duration')} value={length} onChange={onLength}>
        {LENGTHS.map((days) => (
          <Radio key={days} value={days}>
            {rich('{days} days', { days })}
          </Radio>
        ))}
        <Radio value="date">{t('Until a date')}</Radio>
        <Radio value="none">{t('No end date')}</Radio>
      </Radios>
      {length === 'date' && <Field label={t('Last day')} type="date" value={endDate} onChange={onEndDate} />}
      {end !== null && <p className="muted">{t('Ends {time}.', { time: formatExactTime(end) })}</p>}
      {length === 'date' && end === null && (
        <p className="muted">{t('Choose the last day, from today on.')}</p>
      )}
    </>
  )
}

const DONE = {
  open: t('open for comment.'),
  adjudicate: t('closed for adjudication.'),
  finalize: t('comments are final.'),
} as const
