import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../api/client.ts'
import { BannerStrip } from '../../../kit/banner-strip.tsx'
import { Button } from '../../../kit/button.tsx'
import { Radio, Radios } from '../../../kit/choice.tsx'
import { Dialog } from '../../../kit/dialog.tsx'
import { Actions, Form } from '../../../kit/form.tsx'
import { notify } from '../../../kit/toast.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import { toLockVersions } from '../clusters/cluster.ts'
import { findChoice, CHOICES } from '../decide/decisions.ts'
import { findRow, showReview } from '../queue/queue.ts'
import type { Row } from '../queue/rows.ts'
import { addUndoEntry, listStaleReviews } from '../undo/store.ts'
import { ChangedRows } from './changed-rows.tsx'
import { readChanges } from './row-changes.ts'
import styles from './merge-dialog.module.css'

/** Merges several comments of one person: which one stays, and a preview of its text. */
export function MergeDialog({
  rows,
  projectId,
  onDone,
  onClose,
}: {
  rows: readonly Row[]
  projectId: number
  onDone: () => void
  onClose: () => void
}) {
  const [first] = rows.toSorted((a, b) => a.id - b.id)
  const [survivorId, setSurvivorId] = useState(first?.id ?? 0)
  const isOfOne = new Set(rows.map(({ author_name }) => author_name)).size === 1
  const merge = useMerge(rows, survivorId, projectId, onDone)
  const changed = readChanges(merge.error, rows)
  return (
    <Dialog title={t('Merge {rows} comments', { rows: rows.length })} isOpen onClose={onClose} wide>
      <Form wide label={t('Merge')} error={merge.error} onSend={() => isOfOne && merge.mutate()}>
        {changed.length > 0 && <ChangedRows rows={changed} />}
        {isOfOne ? (
          <MergePreview rows={rows} survivorId={survivorId} onSurvivor={setSurvivorId} />
        ) : (
          <BannerStrip variant="info">
            {t(
              'Only comments by the same person can be merged. Those of several people become duplicates: press 5, or decide together in the clusters.',
            )}
          </BannerStrip>
        )}
        <Actions>
          {isOfOne && changed.length === 0 && (
            <Button type="submit" variant="primary" isPending={merge.isPending}>
              {t('Merge')}
            </Button>
          )}
          <Button onPress={onClose}>{t('Cancel')}</Button>
        </Actions>
      </Form>
    </Dialog>
  )
}

/** Chooses the comment that stays, and previews its text. */
function MergePreview({
  rows,
  survivorId,
  onSurvivor,
}: {
  rows: readonly Row[]
  survivorId: number
  onSurvivor: (id: number) => void
}) {
  const survivor = rows.find(({ id }) => id === survivorId)
  const others = rows.filter(({ id }) => id !== survivorId)
  const requirements = [...new Set(others.map(({ rule_displayed_name: name }) => name))]
  return (
    <>
      <Radios
        label={t('Comment to keep')}
        value={String(survivorId)}
        onChange={(value) => onSurvivor(Number(value))}
      >
        {rows.map(({ id, rule_displayed_name: name }) => (
          <Radio key={id} value={String(id)}>
            {rich('{id} on {name}', { id, name })}
          </Radio>
        ))}
      </Radios>
      <div>
        <p className="small strong muted">{rich('How comment {survivorId} will read', { survivorId })}</p>
        <blockquote className={styles['result']} dir="auto">
          [Merged with comments on {requirements.join(', ')}]{'\n\n'}
          {survivor?.comment}
        </blockquote>
      </div>
      <p className="small muted">
        {t(
          {
            count: others.length,
            one: '{comments} becomes its duplicate and is closed. Replies and reactions stay where they are. You can undo the merge for ten minutes.',
            other:
              '{comments} become its duplicates and are closed. Replies and reactions stay where they are. You can undo the merge for ten minutes.',
          },
          { comments: others.map(({ id }) => id).join(', ') },
        )}
      </p>
    </>
  )
}

function useMerge(rows: readonly Row[], survivorId: number, projectId: number, onDone: () => void) {
  return useMutation({
    mutationFn: () =>
      client.reviews.merge.mutate({
        review_ids: rows.map(({ id }) => id),
        survivor_id: survivorId,
        expected_lock_versions: toLockVersions(rows),
      }),
    onSuccess: ({ survivor: mergedSurvivor, duplicates, decision_id: decision }) => {
      const before = [mergedSurvivor, ...duplicates].flatMap(({ id }) => findRow(id) ?? [])
      showReview(mergedSurvivor)
      for (const review of duplicates) showReview(review)
      addUndoEntry({
        choice: findChoice('duplicate') ?? CHOICES[0],
        componentId: mergedSurvivor.component_id,
        projectId,
        size: rows.length,
        firstId: mergedSurvivor.id,
        before,
        response: '',
        decidedAt: Date.now(),
        state: 'done',
        steps: [{ kind: 'many', componentId: mergedSurvivor.component_id, decision }],
        stays: null,
      })
      const { length: count } = duplicates
      notify(
        t(
          {
            count,
            one: '{count} comment is merged into {id}.',
            other: '{count} comments are merged into {id}.',
          },
          { count, id: mergedSurvivor.id },
        ),
      )
      onDone()
    },
    onError: (error) => {
      for (const review of listStaleReviews(error)) showReview(review)
    },
  })
}
