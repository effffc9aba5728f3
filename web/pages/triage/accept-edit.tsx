import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, client, queryClient } from '../../api/client.ts'
import { problemOf } from '../../api/errors.ts'
import { Button } from '../../kit/button.tsx'
import { TextArea } from '../../kit/field.tsx'
import { Keys } from '../../kit/kbd.tsx'
import { ProblemStrip } from '../../kit/strip.tsx'
import { ConflictView } from '../authoring/editor/conflict.tsx'
import { FIELDS, inputOf, textsOf, type Rule } from '../authoring/fields.ts'
import { mainFieldOf } from '../authoring/sections.ts'
import { roomLeft } from '../comments/limits.ts'
import { useDraft } from '../comments/use-draft.ts'
import { noteDeed, ofOne, reviewIn } from './desk.ts'
import { showReview } from './queue.ts'
import type { Row } from './rows.ts'
import styles from './triage.module.css'

/**
 * The fix, written where the comment stands: text and decision are saved in one step. When somebody else saves the same
 * section meanwhile, both versions are shown first.
 */
export function AcceptAndEdit({
  row,
  rule,
  projectId,
  onDone,
  onLeave,
}: {
  row: Row
  rule: Rule
  projectId: number
  /** Goes on to the next one, and says what was done. */
  onDone: (done: string) => void
  onLeave: () => void
}) {
  const id = mainFieldOf(row.section)
  const words = FIELDS.find((field) => field.id === id)?.words ?? 'Fix'
  const theirs = textsOf(rule)[id] ?? ''
  const [base, setBase] = useState(theirs)
  const { text, write, sent } = useDraft(`accept:${row.id}`, base)
  const [response, setResponse] = useState('')
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => box.current?.querySelector('textarea')?.focus(), [])
  const save = useMutation({
    mutationFn: (status: 'concur' | 'concur_with_comment') =>
      client.reviews.acceptAndEdit.mutate({
        reviewId: row.id,
        rule: inputOf(rule, { [id]: text }),
        triage_status: status,
        ...(response.trim() === '' ? {} : { response_comment: response }),
        expected_lock_version: row.lock_version,
      }),
    onSuccess: ({ review, rule: saved }) => {
      showReview(review)
      noteDeed({
        ...ofOne(row, projectId, review),
        response,
        stays: `The decision is taken back. What you changed in ${words} stays.`,
      })
      queryClient.setQueryData(api.rules.show.queryKey({ ruleId: rule.id }), (known) =>
        known ? { ...known, ...saved } : known,
      )
      sent(text)
      onDone(`Accepted, and ${words} is changed`)
    },
    onError: (error) => {
      const now = reviewIn(error)
      if (now) showReview(now)
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(api.rules.pathFilter()),
        queryClient.invalidateQueries(api.audits.ofRule.pathFilter()),
        queryClient.invalidateQueries(api.reviews.sectionChanges.pathFilter()),
      ]),
  })
  const conflict = theirs !== base && theirs !== text && text !== base
  const same = text === theirs
  const accept = () =>
    !conflict && !same && save.mutate(response.trim() === '' ? 'concur' : 'concur_with_comment')
  return (
    <form
      ref={box}
      className={styles['edit']}
      aria-label={`Accept and edit ${words}`}
      onSubmit={(event) => {
        event.preventDefault()
        accept()
      }}
      onKeyDown={(press) => {
        if (press.nativeEvent.isComposing || press.defaultPrevented) return
        const commits = press.key === 'Enter' && (press.ctrlKey || press.metaKey)
        if (!commits && press.key !== 'Escape') return
        press.preventDefault()
        press.stopPropagation()
        if (commits) accept()
        else onLeave()
      }}
    >
      {conflict ? (
        <ConflictView
          conflict={{ base, theirs, mine: text }}
          words={words}
          ruleId={rule.id}
          onResolve={(result) => {
            setBase(theirs)
            write(result)
          }}
        />
      ) : (
        <TextArea label={words} value={text} onChange={write} />
      )}
      <TextArea
        label="Response, if it is accepted with changes"
        value={response}
        onChange={setResponse}
        hint={roomLeft(response)}
      />
      {save.error && <ProblemStrip problem={problemOf(save.error)} />}
      <div className={styles['row']}>
        <Button type="submit" look="first" isPending={save.isPending} isDisabled={conflict || same}>
          {response.trim() === '' ? 'Accept and save' : 'Accept with changes and save'} <Keys of="commit" />
        </Button>
        <Button onPress={onLeave}>Cancel</Button>
        {same && <span className="muted small">Change the text first; to accept alone press 1.</span>}
      </div>
    </form>
  )
}
