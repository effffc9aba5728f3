import { useEffect, useRef, useState } from 'react'
import { api, queryClient } from '../../api/client.ts'
import { problemOf, type Problem } from '../../api/errors.ts'
import { announce } from '../../app/announce.tsx'
import { useKeys } from '../../app/use-keys.ts'
import { Button } from '../../kit/button.tsx'
import { Checkbox } from '../../kit/choice.tsx'
import { Diff } from '../../kit/diff.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Keys } from '../../kit/kbd.tsx'
import { ProblemStrip } from '../../kit/strip.tsx'
import { placeWords } from '../authoring/section-words.ts'
import { counted } from '../components/phase.ts'
import { Disposition, nameOf } from '../comments/said.tsx'
import { ChangedRows } from './changed-rows.tsx'
import { changesIn, type Changed } from './changed.ts'
import { decideTogether, partsOf, type Cluster } from './cluster.ts'
import { CHOICES, verdict, type Choice, type Verdict } from './decisions.ts'
import { rereadQueues } from './queue.ts'
import { Asks } from './asks.tsx'
import { ResponseForm } from './response-form.tsx'
import { isUndecided } from './rows.ts'
import styles from './triage.module.css'

/** A survivor is decided on its own merits: it can be no duplicate, and one target is asked for elsewhere. */
const OFFERED = CHOICES.filter(({ asks }) => asks === null || asks === 'response')

/** A group of comments that say nearly the same: one stays, the others follow it or become its duplicates. */
export function ClusterCard({
  cluster,
  projectId,
  reason,
  isCurrent,
  left,
  onLeft,
  onCurrent,
}: {
  cluster: Cluster
  projectId: number
  reason: string | null
  isCurrent: boolean
  left: ReadonlySet<number>
  onLeft: (id: number) => void
  onCurrent: () => void
}) {
  const card = useRef<HTMLElement>(null)
  const [asking, setAsking] = useState<{ choice: Choice; close: boolean } | null>(null)
  const [made, setMade] = useState<{ verdict: Verdict; sent: () => void } | null>(null)
  const [member, setMember] = useState(1)
  const [state, setState] = useState<'ready' | 'sending'>('ready')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [changed, setChanged] = useState<readonly Changed[]>([])
  const { survivor, waits, others } = partsOf(cluster, left)
  const total = cluster.reviews.length + cluster.reviews_left_out
  useEffect(() => {
    if (isCurrent) card.current?.focus()
  }, [isCurrent])

  const choose = (choice: Choice, close: boolean) => {
    if (reason !== null) return announce(reason)
    if (choice.asks === null) setMade({ verdict: verdict(choice, { close }), sent: () => undefined })
    else setAsking({ choice, close })
  }
  const settle = async (kind: 'same' | 'duplicates') => {
    if (!made || !survivor || state === 'sending') return
    const decided = waits ? [survivor, ...others] : others
    setState('sending')
    setProblem(null)
    setChanged([])
    try {
      await decideTogether(survivor, decided, made.verdict, kind, projectId)
      made.sent()
      announce(`${made.verdict.choice.done}: ${counted(decided.length, 'comment')}.`)
      setMade(null)
    } catch (error) {
      setProblem(problemOf(error))
      setChanged(changesIn(error, cluster.reviews))
    } finally {
      setState('ready')
      void rereadQueues()
      void queryClient.invalidateQueries(api.reviews.pathFilter())
    }
  }
  const bound = isCurrent && asking === null && made === null
  useKeys(
    bound
      ? {
          ...Object.fromEntries(
            OFFERED.map((choice) => [
              choice.action,
              (press: KeyboardEvent) => choose(choice, press.shiftKey),
            ]),
          ),
          select: () => {
            const one = cluster.reviews[member]
            if (one) onLeft(one.id)
            setMember(member + 1 < cluster.reviews.length ? member + 1 : 0)
          },
        }
      : {},
  )
  useKeys(
    isCurrent && made !== null
      ? {
          open: () => void settle('same'),
          decide5: () => void settle('duplicates'),
          back: () => setMade(null),
        }
      : {},
  )
  if (!survivor) return null
  return (
    <article
      ref={card}
      className={styles['card']}
      tabIndex={-1}
      aria-current={isCurrent || undefined}
      aria-label={`${total} alike, of comment ${survivor.id}`}
      onFocus={() => !isCurrent && onCurrent()}
    >
      <header className={styles['row']}>
        <b>{total} alike</b>
        <span className="muted small">at least {cluster.score.toFixed(2)} the same</span>
        <span className="push small muted">
          {survivor.rule_displayed_name}, {placeWords(survivor.section)}
        </span>
      </header>
      <p className={styles['survivor']}>
        <span className="small muted">
          {survivor.id} <bdi>{nameOf(survivor)}</bdi>, stays
        </span>
        <bdi className="prose">{survivor.comment}</bdi>
      </p>
      <ul className={styles['members']}>
        {cluster.reviews
          .filter(({ id }) => id !== survivor.id)
          .map((review) => (
            <li key={review.id}>
              <Checkbox
                isSelected={isUndecided(review) && !left.has(review.id)}
                isDisabled={!isUndecided(review)}
                onChange={() => onLeft(review.id)}
              >
                <span className={styles['member']}>
                  <span className="small muted">
                    {review.id} <bdi>{nameOf(review)}</bdi>, {review.rule_displayed_name}
                  </span>
                  <Disposition of={review} />
                </span>
              </Checkbox>
              <p dir="auto">
                <Diff before={survivor.comment} after={review.comment} />
              </p>
            </li>
          ))}
      </ul>
      {cluster.reviews_left_out > 0 && (
        <p className="small muted">
          {counted(cluster.reviews_left_out, 'further comment')} of this group: decided in the next step.
        </p>
      )}
      {problem && <ProblemStrip problem={problem} />}
      {changed.length > 0 && <ChangedRows rows={changed} />}
      {asking !== null && (
        <ResponseForm
          place={`cluster:${survivor.id}`}
          projectId={projectId}
          choice={asking.choice}
          close={asking.close}
          onSend={(response, sent) => {
            setMade({ verdict: verdict(asking.choice, { close: asking.close, response }), sent })
            setAsking(null)
            card.current?.focus()
          }}
          onLeave={() => {
            setAsking(null)
            card.current?.focus()
          }}
        />
      )}
      {made !== null ? (
        <Asks label="And the others" onLeave={() => setMade(null)}>
          <p>
            <Icon name={made.verdict.choice.icon} /> <b>{made.verdict.choice.done}</b> for {survivor.id}. And
            the other {others.length}?
          </p>
          <div className={styles['row']}>
            <Button look="first" isPending={state === 'sending'} onPress={() => void settle('same')}>
              The same for all <Keys of="open" />
            </Button>
            <Button
              icon="sheets"
              keys="decide5"
              isPending={state === 'sending'}
              onPress={() => void settle('duplicates')}
            >
              Duplicates of {survivor.id}
            </Button>
            <Button onPress={() => setMade(null)}>Cancel</Button>
          </div>
        </Asks>
      ) : (
        asking === null && (
          <div className={styles['row']} role="group" aria-label={`Decide on comment ${survivor.id}`}>
            {OFFERED.map((choice) => (
              <Button
                key={choice.status}
                icon={choice.icon}
                isDisabled={reason !== null}
                {...(isCurrent ? { keys: choice.action } : {})}
                onPress={({ shiftKey }) => {
                  onCurrent()
                  choose(choice, shiftKey)
                }}
              >
                {choice.words}
              </Button>
            ))}
          </div>
        )
      )}
      {reason !== null && <p className="small muted">{reason}</p>}
    </article>
  )
}
