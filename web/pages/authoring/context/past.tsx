import { useQuery } from '@tanstack/react-query'
import { TRIAGE_STATUSES } from '../../../../src/vocabulary.ts'
import { api } from '../../../api/client.ts'
import { problemOf } from '../../../api/errors.ts'
import { ago, exact, momentOf } from '../../../api/time.ts'
import { Runs } from '../../../kit/diff.tsx'
import { ProblemStrip } from '../../../kit/strip.tsx'
import { DISPOSITIONS } from '../../components/states-of.ts'
import { wordsOfColumn } from '../fields.ts'
import styles from './context.module.css'
import { folded } from './fold.ts'

const NEWEST = 30

/** Who changed what, newest first, texts by word. */
export function Past({ ruleId }: { ruleId: number }) {
  const history = useQuery(api.audits.ofRule.queryOptions({ ruleId, page: 1, per_page: NEWEST }))
  if (history.error) return <ProblemStrip problem={problemOf(history.error)} />
  if (!history.data) return <p className={styles['part']}>Loading</p>
  const now = new Date()
  return (
    <ul className={styles['list']} aria-label="History">
      {folded(history.data.rows).map(({ id, name, created_at, audited_changes, comment, action, saves }) => {
        const moment = momentOf(created_at)
        return (
          <li key={id}>
            <p>
              <b>
                <bdi>{name ?? 'Somebody'}</bdi>
              </b>{' '}
              <span className="muted" title={moment ? exact(moment) : created_at}>
                {moment ? ago(moment, now) : created_at}
              </span>
              {saves > 1 && <span className="muted">, {saves} saves</span>}
            </p>
            {comment !== null && <p className="muted">{comment}</p>}
            {audited_changes.length === 0 && <p className="muted">{wordsOfColumn(action)}</p>}
            {audited_changes.map(({ field, diff, prev_value, new_value }) => (
              <p key={field} dir="auto" className={styles['change']}>
                <span className="muted">{wordsOfColumn(field)}: </span>
                {field === 'triage_status' ? (
                  `${decisionWords(prev_value)}, now ${decisionWords(new_value)}`
                ) : diff ? (
                  <Runs runs={diff} />
                ) : (
                  shortly(new_value)
                )}
              </p>
            ))}
          </li>
        )
      })}
    </ul>
  )
}

function decisionWords(status: unknown): string {
  const known = TRIAGE_STATUSES.find((one) => one === status)
  return known ? DISPOSITIONS[known].words : 'none'
}

function shortly(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 300 ? `${text.slice(0, 300)} …` : text
}
