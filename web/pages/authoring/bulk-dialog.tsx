import { useMutation, useQuery } from '@tanstack/react-query'
import { toProblem } from '../../api/errors.ts'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Actions } from '../../kit/form.tsx'
import { notify } from '../../kit/toast.tsx'
import { rich } from '../../languages/rich.ts'
import { formatCount, formatNumber, locale, t } from '../../languages/t.ts'
import {
  changeAll,
  countExistingTexts,
  groupSkipped,
  tryChange,
  type BulkPreview,
  type Change,
} from './bulk.ts'
import { formatColumn } from './fields.ts'
import { SEVERITY_LABELS, STATUS_STYLES } from './labels.ts'
import type { Row } from './requirements.ts'
import { offerBulkUndo } from './undo.ts'
import styles from './bulk-dialog.module.css'

const NAMED = 20

/** Previews a change of the selected requirements and applies it; one undo reverts all of it. */
export function BulkDialog({
  componentId,
  rows,
  change,
  onDone,
  onClose,
}: {
  componentId: number
  rows: readonly Row[]
  change: Change
  onDone: () => void
  onClose: () => void
}) {
  const preview = useQuery({
    queryKey: [t('bulk preview'), componentId, change, rows.map(({ id }) => id)],
    queryFn: () => tryChange(componentId, rows, change),
    staleTime: 0,
    gcTime: 0,
  })
  const tried = preview.data
  const write = useMutation({
    mutationFn: async () => (tried ? changeAll(componentId, rows, change, tried) : undefined),
    onSuccess: (answer) => {
      if (answer) notifyOfResult(componentId, answer)
      onDone()
    },
  })
  const error = preview.error ?? write.error
  const changing = tried?.changed ?? 0
  const skipped = rows.length - changing
  return (
    <Dialog title={changeTitle(change)} isOpen onClose={onClose}>
      {error && <ProblemBanner problem={toProblem(error)} />}
      <p role="status">
        {tried ? <ChangeCount {...{ changing, skipped }} /> : !error && t('Checking what would change')}
      </p>
      {tried && <ReplacedTexts tried={tried} change={change} />}
      {tried && skipped > 0 && <SkippedList tried={tried} />}
      <Actions>
        <Button
          variant="primary"
          autoFocus
          isDisabled={changing === 0}
          isPending={write.isPending}
          onPress={() => write.mutate()}
        >
          {t('Change {count}', { count: formatNumber(changing) })}
        </Button>
        <Button onPress={onClose}>{t('Cancel')}</Button>
      </Actions>
    </Dialog>
  )
}

function ChangeCount({ changing, skipped }: { changing: number; skipped: number }) {
  return (
    <>
      {rich(
        { count: changing, one: '{requirements} changes', other: '{requirements} change' },
        { requirements: <b>{formatCount(changing, 'requirement')}</b> },
      )}
      {skipped > 0 &&
        t(
          { count: skipped, one: ', {count} stays as is', other: ', {count} stay as is' },
          { count: formatNumber(skipped) },
        )}
      .
    </>
  )
}

/** The skipped requirements by reason. */
function SkippedList({ tried }: { tried: BulkPreview }) {
  return (
    <ul className={styles['reasons']} aria-label={t('Skipped requirements')}>
      {groupSkipped(tried).map(({ message, numbers }) => (
        <li key={message}>
          {message} <span className="mono">{joinNumbers(numbers)}</span>
        </li>
      ))}
    </ul>
  )
}

/** How many of the requirements have text in the changed fields. */
function ReplacedTexts({ tried, change }: { tried: BulkPreview; change: Change }) {
  const { replaced, cleared } = countExistingTexts(tried, change)
  // The answer has no more rows.
  const isPartial = tried.rows_left_out > 0
  const format = (count: number) => {
    const requirements = formatCount(count, 'requirement')
    return isPartial ? t('at least {records}', { records: requirements }) : requirements
  }
  return (
    <>
      {replaced > 0 && (
        <p>
          {rich('Existing text of {requirements} is replaced.', { requirements: <b>{format(replaced)}</b> })}
        </p>
      )}
      {cleared > 0 && (
        <p>
          {rich('Existing text of {requirements} is deleted.', { requirements: <b>{format(cleared)}</b> })}
        </p>
      )}
    </>
  )
}

function changeTitle(change: Change): string {
  const { status, rule_severity: severity } = change
  const names = Object.keys(change)
  if (names.length === 1 && status) {
    return t('Set the status to {label}', { label: STATUS_STYLES[status].label })
  }
  if (names.length === 1 && severity) {
    return t('Set the severity to {severity}', { severity: SEVERITY_LABELS[severity] })
  }
  return t('Set {fields}', { fields: new Intl.ListFormat(locale).format(names.map(toFieldName)) })
}

const toFieldName = (name: string) => formatColumn(name === 'check_content' ? 'content' : name)

function joinNumbers(numbers: readonly string[]): string {
  const listedNumbers = numbers.slice(0, NAMED).join(', ')
  return numbers.length > NAMED
    ? t('{names} and {count} more', { names: listedNumbers, count: numbers.length - NAMED })
    : listedNumbers
}

function notifyOfResult(
  componentId: number,
  { changed, update_id: id }: Awaited<ReturnType<typeof changeAll>>,
): void {
  if (id === null) notify(t('{requirements} changed.', { requirements: formatCount(changed, 'requirement') }))
  else {
    offerBulkUndo({ componentId, updateId: id, changedAt: Date.now() }, formatCount(changed, 'requirement'))
  }
}
