import { Button } from '../../kit/button.tsx'
import { ProblemStrip, Strip } from '../../kit/strip.tsx'
import { DISPOSITIONS } from '../components/states-of.ts'
import { counted } from '../components/phase.ts'
import { settle, tell, type Failure, type Refused } from './desk.ts'
import styles from './triage.module.css'
import type { Told } from './use-live.ts'

/** A decision of one's own that did not come to stand: why, and both versions where somebody else was faster. */
export function FailureStrip({
  failure,
  onAgain,
}: {
  failure: Failure
  /** Opens the decision once more, with the response that was typed. */
  onAgain: (failure: Failure) => void
}) {
  const { id, verdict, theirs, problem } = failure
  const again = () => {
    settle(id)
    onAgain(failure)
  }
  if (theirs) {
    const { words } = DISPOSITIONS[theirs.triage_status ?? 'pending']
    const who = theirs.triager_display_name ?? 'Somebody'
    return (
      <Strip
        look="changed"
        action={
          <span className={styles['row']}>
            <Button autoFocus onPress={() => settle(id)}>
              Keep theirs
            </Button>
            <Button onPress={again}>Decide anew</Button>
          </span>
        }
      >
        <p>
          <b>Comment {id} changed while you decided.</b> Nothing of yours was saved.
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
      </Strip>
    )
  }
  return (
    <ProblemStrip
      problem={{ ...problem, sentence: `Comment ${id} is not decided. ${problem.sentence}` }}
      action={
        <span className={styles['row']}>
          <Button onPress={again}>{verdict.choice.words} again</Button>
          <Button onPress={() => settle(id)}>Leave it</Button>
        </span>
      }
    />
  )
}

/** A decision that could not be taken back: which one, and why. It stands. */
export function UndoRefused({
  refused: { deed, problem },
  onOpen,
}: {
  refused: Refused
  onOpen: (id: number) => void
}) {
  const { size, first, choice } = deed
  const what = size === 1 ? `Comment ${first} stays` : `${counted(size, 'comment')} stay`
  const forget = () => tell({ refused: null })
  return (
    <ProblemStrip
      problem={{ ...problem, sentence: `${what} decided: ${choice.done}. ${problem.sentence}` }}
      action={
        <span className={styles['row']}>
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
          <Button onPress={forget}>Leave it</Button>
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
    <Strip
      look="problem"
      action={
        <span className={styles['row']}>
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
    </Strip>
  )
}

const DID: Record<string, string> = {
  'comment.triaged': 'decided on this',
  'comment.adjudicated': 'closed this',
  'comment.reopened': 'opened this again',
  'comment.edited': 'changed the text',
  'comment.withdrawn': 'withdrew this',
  'comment.restored': 'took the decision back',
  'comment.retagged': 'changed the section',
  'comment.moved': 'moved this',
  'comment.assigned': 'assigned this',
}

/** Somebody else did something with the comment in hand. It stays in hand. */
export function ToldStrip({ told, words }: { told: Told; words: string }) {
  const who =
    told.event === 'comment.triaged' || told.event === 'comment.adjudicated'
      ? (told.name ?? 'Somebody')
      : 'Somebody'
  return (
    <Strip look="changed">
      <span>
        <b>
          {who} {DID[told.event] ?? 'changed this'} just now
        </b>
        {told.event === 'comment.triaged' && `: ${words}`}.
      </span>
    </Strip>
  )
}
