import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toProblem, translateDetail } from '../../../api/errors.ts'
import { formatAge, formatExactTimeWithUtc, parseTimestamp } from '../../../api/time.ts'
import { ProblemBanner } from '../../../kit/banner-strip.tsx'
import { Button } from '../../../kit/button.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import { ChangeList } from '../../history/change-list.tsx'
import { NewCommentText } from '../../history/new-comment-text.tsx'
import { readNewComment } from '../../history/new-comment.ts'
import { formatColumn, type Rule } from '../fields.ts'
import { ContextPart } from './context-part.tsx'
import { groupEdits, type Entry, type GroupedEdit } from './group-edits.ts'
import { createHistoryQuery, HISTORY_PAGE_SIZE } from './history-query.ts'
import { isRevertible, useRevert } from './use-revert.ts'
import styles from './history-tab.module.css'

/** The history with word diffs, newest first; each changed field can be reverted. */
export function HistoryTab({ rule, mayWrite }: { rule: Rule; mayWrite: boolean }) {
  const [page, setPage] = useState(1)
  const history = useQuery(createHistoryQuery(rule.id, page))
  if (history.error) return <ProblemBanner problem={toProblem(history.error)} />
  if (!history.data) return <ContextPart as="p">{t('Loading')}</ContextPart>
  const { rows, pagination } = history.data
  return (
    <>
      <ul className={styles['list']} aria-label={t('History')}>
        {groupEdits(rows.filter((entry) => !isReviewState(entry))).map((entry) => (
          <EditEntry key={entry.id} entry={entry} rule={rule} mayWrite={mayWrite} />
        ))}
      </ul>
      {pagination.total > HISTORY_PAGE_SIZE && (
        <div className={styles['pages']}>
          <Button isDisabled={page === 1} onPress={() => setPage(page - 1)}>
            {t('Newer')}
          </Button>
          <Button isDisabled={page * HISTORY_PAGE_SIZE >= pagination.total} onPress={() => setPage(page + 1)}>
            {t('Older')}
          </Button>
        </div>
      )}
    </>
  )
}

/** Whether an entry only repeats the review step that has its own entry. */
function isReviewState({ action, audited_changes: changes }: Entry): boolean {
  return (
    action === 'update' && changes.length > 0 && changes.every(({ field }) => field === 'changes_requested')
  )
}

function EditEntry({ entry, rule, mayWrite }: { entry: GroupedEdit; rule: Rule; mayWrite: boolean }) {
  const { name, created_at: createdAt, audited_changes: changes, comment, action, saves, oldestId } = entry
  const revert = useRevert(rule)
  const newComment = readNewComment(entry)
  const moment = parseTimestamp(createdAt)
  return (
    <li>
      <p>
        <b>
          <bdi>{name ?? t('Deleted account')}</bdi>
        </b>{' '}
        <span className="muted" title={moment ? formatExactTimeWithUtc(moment) : createdAt}>
          {moment ? formatAge(moment, new Date()) : createdAt}
        </span>
        {saves > 1 && <span className="muted">{rich(', {count} saves', { count: saves })}</span>}
      </p>
      {comment !== null && <p className="muted">{translateDetail(comment)}</p>}
      {changes.length === 0 && <p className="muted">{formatColumn(action)}</p>}
      {newComment && <NewCommentText comment={newComment} />}
      {(newComment ? [] : changes).map((change) => (
        <div key={change.field}>
          <ChangeList changes={[change]} />
          {mayWrite && isRevertible(entry, change.field) && (
            <Button
              variant="plain"
              isPending={revert.isPending}
              aria-label={t('Revert {column} to before this change', { column: formatColumn(change.field) })}
              onPress={() => revert.mutate({ auditId: oldestId, field: change.field })}
            >
              {t('Revert')}
            </Button>
          )}
        </div>
      ))}
    </li>
  )
}
