import { useRef, type ReactNode } from 'react'
import { ProblemBanner, BannerStrip } from '../../../kit/banner-strip.tsx'
import { Button } from '../../../kit/button.tsx'
import { Inline } from '../../../kit/inline.tsx'
import { rich } from '../../../languages/rich.ts'
import { formatCount, t } from '../../../languages/t.ts'
import { useReturnFocus } from '../../comments/use-return-focus.ts'
import { DISPOSITIONS } from '../../components/decision-labels.ts'
import type { LiveNotice } from '../queue/use-live-queue.ts'
import { dismissFailure, updateStore, type Failure, type FailedUndo, type Review } from '../undo/store.ts'
import styles from './banners.module.css'

interface FailureProps {
  failure: Failure
  /** Opens the decision again with the typed response. */
  onAgain: (failure: Failure) => void
}

/** The user's decision was not saved: why, and both versions if another user was faster. */
export function FailureBanner({ failure, onAgain }: FailureProps) {
  const { id, verdict, theirs, problem } = failure
  const retry = () => {
    dismissFailure(id)
    onAgain(failure)
  }
  if (theirs) {
    return (
      <FocusReturn>
        <ConflictBanner failure={failure} theirs={theirs} onAgain={retry} />
      </FocusReturn>
    )
  }
  return (
    <FocusReturn>
      <ProblemBanner
        problem={{
          ...problem,
          sentence: t('Comment {id} is not decided. {error}', { id, error: problem.sentence }),
        }}
        action={
          <Inline as="span">
            <Button onPress={retry}>{rich('{label} again', { label: verdict.choice.label })}</Button>
            <Button onPress={() => dismissFailure(id)}>{t('Dismiss')}</Button>
          </Inline>
        }
      />
    </FocusReturn>
  )
}

/** Returns the focus to the comment when the button that had it disappears. */
function FocusReturn({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useReturnFocus(box, findPanel)
  return <div ref={box}>{children}</div>
}

const findPanel = () => document.querySelector<HTMLElement>('[data-panel]')

function ConflictBanner({
  failure: { id, verdict },
  theirs,
  onAgain,
}: {
  failure: Failure
  theirs: Review
  onAgain: () => void
}) {
  const { label } = DISPOSITIONS[theirs.triage_status ?? 'pending']
  const name = theirs.triager_display_name ?? t('Someone')
  return (
    <BannerStrip
      variant="warning"
      action={
        <Inline as="span">
          <Button autoFocus onPress={() => dismissFailure(id)}>
            {t('Keep theirs')}
          </Button>
          <Button onPress={onAgain}>{t('Decide again')}</Button>
        </Inline>
      }
    >
      <p>
        {rich('<b>Comment {id} changed while you decided.</b> Your decision was not saved.', {
          b: (inner) => <b>{inner}</b>,
          id,
        })}
      </p>
      <dl className={styles['versions']}>
        <div>
          <dt>{t('Current decision')}</dt>
          <dd>
            {label}
            {theirs.triage_status !== 'pending' && t(' by {name}', { name })}
            {theirs.adjudicated_at !== null && t(', closed')}
          </dd>
        </div>
        <div>
          <dt>{t('You')}</dt>
          <dd>
            {verdict.choice.done}
            {verdict.response.trim() !== '' && <q>{verdict.response}</q>}
          </dd>
        </div>
      </dl>
    </BannerStrip>
  )
}

/** An undo failed: which one, and why. The decision is unchanged. */
export function UndoFailure({
  failedUndo: { entry, problem },
  onOpen,
}: {
  failedUndo: FailedUndo
  onOpen: (id: number) => void
}) {
  const { size, firstId, choice } = entry
  const subject = t(
    { count: size, one: 'Comment {id} stays', other: '{comments} stay' },
    { id: firstId, comments: formatCount(size, 'comment') },
  )
  const forget = () => updateStore({ failedUndo: null })
  return (
    <FocusReturn>
      <ProblemBanner
        problem={{
          ...problem,
          sentence: t('{comments} decided: {decision}. {error}', {
            comments: subject,
            decision: choice.done,
            error: problem.sentence,
          }),
        }}
        action={
          <Inline as="span">
            {size === 1 && (
              <Button
                onPress={() => {
                  forget()
                  onOpen(firstId)
                }}
              >
                {rich('Open {id}', { id: firstId })}
              </Button>
            )}
            <Button onPress={forget}>{t('Dismiss')}</Button>
          </Inline>
        }
      />
    </FocusReturn>
  )
}

/** Failures of comments that are not selected: one line, with a link to each comment. */
export function OtherFailures({
  failures,
  onOpen,
}: {
  failures: readonly Failure[]
  onOpen: (id: number) => void
}) {
  const [only, ...others] = failures
  const dismiss = () => {
    for (const { id } of failures) dismissFailure(id)
  }
  return (
    <FocusReturn>
      <BannerStrip
        variant="error"
        action={
          <Inline as="span">
            {failures.slice(0, 3).map(({ id }) => (
              <Button key={id} onPress={() => onOpen(id)}>
                {rich('Open {id}', { id })}
              </Button>
            ))}
            <Button onPress={dismiss}>{t('Dismiss')}</Button>
          </Inline>
        }
      >
        {t(
          {
            count: failures.length,
            one: 'Your decision on comment {id} was not saved.',
            other: '{failures} of your decisions were not saved.',
          },
          { id: only?.id, failures: failures.length },
        )}{' '}
        {others.length === 0 && only?.problem.sentence}
      </BannerStrip>
    </FocusReturn>
  )
}

const EVENT_PHRASES: Record<string, string> = {
  'comment.triaged': t('decided on this'),
  'comment.adjudicated': t('closed this'),
  'comment.reopened': t('reopened this'),
  'comment.edited': t('changed the text'),
  'comment.withdrawn': t('withdrew this'),
  'comment.restored': t('undid the decision'),
  'comment.retagged': t('changed the section'),
  'comment.moved': t('moved this'),
  'comment.assigned': t('assigned this'),
}

/** Another user changed the selected comment. It stays selected. */
export function NoticeBanner({ notice, label }: { notice: LiveNotice; label: string }) {
  const name = notice.name === null ? t('Someone') : <bdi>{notice.name}</bdi>
  return (
    <BannerStrip variant="warning">
      <span>
        <b>
          {rich('{name} {action} just now', {
            name,
            action: EVENT_PHRASES[notice.event] ?? t('changed this'),
          })}
        </b>
        {notice.event === 'comment.triaged' && `: ${label}`}.
      </span>
    </BannerStrip>
  )
}
