import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, client, queryClient, type Outputs } from '../../../api/client.ts'
import { toProblem } from '../../../api/errors.ts'
import { focusAtEnd } from '../../../app/focus-at-end.ts'
import { BannerStrip, ProblemBanner } from '../../../kit/banner-strip.tsx'
import { Button } from '../../../kit/button.tsx'
import { TextArea } from '../../../kit/field.tsx'
import { Inline } from '../../../kit/inline.tsx'
import { Keys } from '../../../kit/kbd.tsx'
import { t } from '../../../languages/t.ts'
import { findUnavailableReason } from '../../authoring/editor/allowed-actions.ts'
import { ConflictView } from '../../authoring/editor/conflict.tsx'
import { FIELDS, toRuleInput, readTexts, type Rule } from '../../authoring/fields.ts'
import { findMainField } from '../../authoring/sections.ts'
import { formatRemaining } from '../../comments/limits.ts'
import { MentionArea } from '../../comments/mention-area.tsx'
import { toAcceptDraftId, useDraft } from '../../comments/use-draft.ts'
import { onChord } from '../../comments/write-box.tsx'
import { showReview } from '../queue/queue.ts'
import type { Row } from '../queue/rows.ts'
import { addUndoEntry, createSingleEntry, readStaleReview } from '../undo/store.ts'
import styles from './accept-edit.module.css'

interface EditProps {
  row: Row
  rule: Outputs['rules']['show']
  projectId: number
  /** Continues with the next comment and announces what was done. */
  onDone: (done: string) => void
  onLeave: () => void
}

/**
 * Edits the fix next to the comment: text and decision are saved in one step. If another user saves the same section
 * first, both versions are shown.
 */
export function AcceptAndEdit(props: EditProps) {
  const { row, rule, onLeave } = props
  const [reason] = useState(() => findDenial(row, rule))
  return reason === null ? <EditForm {...props} /> : <EditDenied reason={reason} onLeave={onLeave} />
}

/** Why the text can't be edited; null if it can. */
function findDenial(row: Row, rule: EditProps['rule']): string | null {
  const { id, label } = findField(row, rule)
  const section = FIELDS.find((field) => field.id === id)?.lock ?? null
  const isSectionLocked = section !== null && rule.locked_fields[section] === true
  const unavailable = findUnavailableReason(rule.allowed_actions, { released: false })
  return unavailable ?? (isSectionLocked ? t('{section} is locked.', { section: label }) : null)
}

function EditDenied({ reason, onLeave }: { reason: string; onLeave: () => void }) {
  return (
    <div className={styles['edit']} onKeyDown={(press) => onChord(press, onLeave, onLeave)}>
      <BannerStrip variant="info">
        {reason} {t('You can still accept the comment as is.')}
      </BannerStrip>
      <Inline>
        <Button autoFocus onPress={onLeave}>
          {t('Cancel')}
        </Button>
      </Inline>
    </div>
  )
}

function EditForm({ row, rule, projectId, onDone, onLeave }: EditProps) {
  const { id, label, theirs } = findField(row, rule)
  const [base, setBase] = useState(theirs)
  const draft = useDraft(toAcceptDraftId(row.id), base)
  const { text } = draft
  const [response, setResponse] = useState('')
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => focusAtEnd(box.current?.querySelector('textarea')), [])
  const save = useAcceptAndEdit({ row, rule, projectId, label, response }, (texts) => {
    void draft.sent(texts[id] ?? '')
    onDone(t('Accepted, and {label} is changed', { label }))
  })
  const isConflict = theirs !== base && theirs !== text && text !== base
  const isSame = text === theirs
  const accept = () => !isConflict && !isSame && save.mutate({ [id]: text })
  const hasResponse = response.trim() !== ''
  return (
    <form
      ref={box}
      className={styles['edit']}
      aria-label={t('Accept and edit {label}', { label })}
      onSubmit={(event) => {
        event.preventDefault()
        accept()
      }}
      onKeyDown={(press) => onChord(press, accept, onLeave)}
    >
      {isConflict ? (
        <ConflictView
          conflict={{ base, theirs, mine: text }}
          label={label}
          ruleId={rule.id}
          onResolve={(result) => {
            setBase(theirs)
            draft.write(result)
          }}
        />
      ) : (
        <TextArea label={label} value={text} onChange={draft.write} />
      )}
      <MentionArea
        label={t('Response (if accepted with changes)')}
        value={response}
        onChange={setResponse}
        hint={formatRemaining(response)}
      />
      {save.error && <ProblemBanner problem={toProblem(save.error)} />}
      <Inline>
        <Button type="submit" variant="primary" isPending={save.isPending} isDisabled={isConflict || isSame}>
          {hasResponse ? t('Accept with changes and save') : t('Accept and save')} <Keys action="commit" />
        </Button>
        <Button onPress={onLeave}>{t('Cancel')}</Button>
        {isSame && (
          <span className="muted small">{t('Edit the text first, or press 1 to accept as is.')}</span>
        )}
        {draft.isRestored && <span className="muted small">{t('Your draft was restored')}</span>}
      </Inline>
    </form>
  )
}

/** The commented field, and its stored text. */
function findField({ section }: Row, rule: Rule) {
  const id = findMainField(section)
  return {
    id,
    label: FIELDS.find((field) => field.id === id)?.label ?? t('Fix'),
    theirs: readTexts(rule)[id] ?? '',
  }
}

/** Saves a text and the decision in one step, and records the decision for undo. */
function useAcceptAndEdit(
  {
    row,
    rule,
    projectId,
    label,
    response,
  }: Pick<EditProps, 'row' | 'rule' | 'projectId'> & { label: string; response: string },
  onSaved: (texts: Record<string, string>) => void,
) {
  return useMutation({
    mutationFn: (texts: Record<string, string>) =>
      client.reviews.acceptAndEdit.mutate({
        reviewId: row.id,
        rule: toRuleInput(rule, texts),
        triage_status: response.trim() === '' ? 'concur' : 'concur_with_comment',
        ...(response.trim() === '' ? {} : { response_comment: response }),
        expected_lock_version: row.lock_version,
      }),
    onSuccess: ({ review, rule: saved }, texts) => {
      showReview(review)
      addUndoEntry({
        ...createSingleEntry(row, projectId, review),
        response,
        stays: t('The decision is undone. What you changed in {label} stays.', { label }),
      })
      queryClient.setQueryData(api.rules.show.queryKey({ ruleId: rule.id }), (known) =>
        known ? { ...known, ...saved } : known,
      )
      onSaved(texts)
    },
    onError: (error) => {
      const now = readStaleReview(error)
      if (now) showReview(now)
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(api.rules.pathFilter()),
        queryClient.invalidateQueries(api.audits.ofRule.pathFilter()),
        queryClient.invalidateQueries(api.reviews.sectionChanges.pathFilter()),
      ]),
  })
}
