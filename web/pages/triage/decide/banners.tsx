import { Button } from '../../../kit/button.tsx'
import { ProblemBanner, BannerStrip } from '../../../kit/banner-strip.tsx'
import { DISPOSITIONS } from '../../components/states-of.ts'
import { counted } from '../../components/phase.ts'
import { settle, tell, type Failure, type FailedUndo, type Review } from '../undo/store.ts'
import styles from './banners.module.css'
import layout from '../../../styles/page.module.css'
import type { LiveNotice } from '../queue/use-live-queue.ts'

interface FailureProps {
  failure: Failure
  /** Opens the decision once more, with the response that was typed. */
  onAgain: (failure: Failure) => void
}

/** An own decision that was not saved: why, and both versions where someone else was faster. */
export function FailureBanner({ failure, onAgain }: FailureProps) {
  const { id, verdict, theirs, problem } = failure
  const again = () => {
    settle(id)
    onAgain(failure)
  }
  if (theirs) return <ConflictBanner failure={failure} theirs={theirs} onAgain={again} />
  return (
    <ProblemBanner
      problem={{ ...problem, sentence: `Comment ${id} is not decided. ${problem.sentence}` }}
      action={
        <span className={layout['row']}>
          <Button onPress={again}>{verdict.choice.words} again</Button>
          <Button onPress={() => settle(id)}>Dismiss</Button>
        </span>
      }
    />
  )
}

function ConflictBanner({
  failure: { id, verdict },
  theirs,
  onAgain,
}: {
  failure: Failure
  theirs: Review
  onAgain: () => void
}) {
  const { words } = DISPOSITIONS[theirs.triage_status ?? 'pending']
  const who = theirs.triager_display_name ?? 'Someone'
  return (
    <BannerStrip
      look="changed"
      action={
        <span className={layout['row']}>
          <Button autoFocus onPress={() => settle(id)}>
            Keep theirs
          </Button>
          <Button onPress={onAgain}>Decide again</Button>
        </span>
      }
    >
      <p>
        <b>Comment {id} changed while you decided.</b> Your decision was not saved.
      </p>
      <dl className={styles['versions']}>
        <div>
          <dt>As it is now</dt>
          <dd>
            {words}
            {theirs.triage_status !== 'pending' && ` by ${who}`}
            {theirs.adjudicated_at !== null && ', closed'}
          </dd>
        </div>
        <div>
          <dt>You</dt>
          <dd>
            {verdict.choice.done}
            {verdict.response.trim() !== '' && <q>{verdict.response}</q>}
          </dd>
        </div>
      </dl>
    </BannerStrip>
  )
}

/** A decision that could not be taken back: which one, and why. It stands. */
export function UndoRefused({
  refused: { entry, problem },
  onOpen,
}: {
  refused: FailedUndo
  onOpen: (id: number) => void
}) {
  const { size, first, choice } = entry
  const what = size === 1 ? `Comment ${first} stays` : `${counted(size, 'comment')} stay`
  const forget = () => tell({ refused: null })
  return (
    <ProblemBanner
      problem={{ ...problem, sentence: `${what} decided: ${choice.done}. ${problem.sentence}` }}
      action={
        <span className={layout['row']}>
          {size === 1 && (
            <Button
              onPress={() => {
                forget()
                onOpen(first)
              }}
            >
              Open {first}
            </Button>
          )}
          <Button onPress={forget}>Dismiss</Button>
        </span>
      }
    />
  )
}

/** Failures of comments that are not in hand: one line, with the way there. */
export function OtherFailures({
  failures,
  onOpen,
}: {
  failures: readonly Failure[]
  onOpen: (id: number) => void
}) {
  if (failures.length === 0) return null
  return (
    <BannerStrip
      look="problem"
      action={
        <span className={layout['row']}>
          {failures.slice(0, 3).map(({ id }) => (
            <Button key={id} onPress={() => onOpen(id)}>
              Open {id}
            </Button>
          ))}
        </span>
      }
    >
      {failures.length === 1
        ? `Your decision on comment ${failures[0]?.id} was not saved.`
        : `${failures.length} of your decisions were not saved.`}
    </BannerStrip>
  )
}

const DID: Record<string, string> = {
  'comment.triaged': 'decided on this',
  'comment.adjudicated': 'closed this',
  'comment.reopened': 'reopened this',
  'comment.edited': 'changed the text',
  'comment.withdrawn': 'withdrew this',
  'comment.restored': 'undid the decision',
  'comment.retagged': 'changed the section',
  'comment.moved': 'moved this',
  'comment.assigned': 'assigned this',
}

/** Someone else did something with the comment in hand. It stays in hand. */
export function NoticeBanner({ notice, words }: { notice: LiveNotice; words: string }) {
  const who =
    notice.event === 'comment.triaged' || notice.event === 'comment.adjudicated'
      ? (notice.name ?? 'Someone')
      : 'Someone'
  return (
    <BannerStrip look="changed">
      <span>
        <b>
          {who} {DID[notice.event] ?? 'changed this'} just now
        </b>
        {notice.event === 'comment.triaged' && `: ${words}`}.
      </span>
    </BannerStrip>
  )
}
