import { useState } from 'react'
import { Empty } from '../../app/states.tsx'
import { useKeys } from '../../app/use-keys.ts'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'
import { formatRevision, type Summary } from '../components/phase.ts'
import { Comment } from './comment.tsx'
import { CommentedPart } from './commented-part.tsx'
import { toCommenting } from './commenting.ts'
import { Composer } from './composer.tsx'
import { toDraftId } from './draft-id.ts'
import { ReadingArticle } from './reading-article.tsx'
import { Subject } from './subject.tsx'
import { useComments } from './use-comments.tsx'

/** The comments on the component itself. */
export function ReadComponent({
  component,
  comment,
  onComment,
}: {
  component: Summary
  comment: number | null
  onComment: (id: number | null) => void
}) {
  const { rows, status } = useComments(component, null)
  const [writing, setWriting] = useState(false)
  const { open } = toCommenting(component)
  useKeys(open ? { comment: () => setWriting(true) } : {})
  const draftSubject = { componentId: component.id, ruleId: null, section: null }
  const end = (id: number) => {
    setWriting(false)
    onComment(id)
  }
  return (
    <ReadingArticle label={t('The component itself')}>
      <Subject title={`${component.title} ${formatRevision(component)}`}>
        <p className="muted small">
          {rich('Based on {title} {version}, {count} requirements', {
            title: component.based_on_title,
            version: component.based_on_version,
            count: component.rules_count,
          })}
        </p>
      </Subject>
      <CommentedPart
        label={t('Comments on the component')}
        subject={t('the component itself')}
        part="component"
        count={rows?.length ?? 0}
        draft={toDraftId(draftSubject)}
        onComment={open && !writing ? () => setWriting(true) : null}
        shortcut
      >
        {writing && (
          <Composer
            draftSubject={draftSubject}
            label={t('the component itself')}
            landsOn={null}
            daysLeft={component.comment_period_days_remaining}
            isOpen={open}
            onPosted={end}
            onReply={end}
            onClose={() => setWriting(false)}
          />
        )}
        {status}
        {rows?.length === 0 && !writing && <Empty>{t('No comments on the component itself yet')}</Empty>}
        {rows?.map((row) => (
          <Comment key={row.id} row={row} component={component} isCurrent={row.id === comment} />
        ))}
      </CommentedPart>
    </ReadingArticle>
  )
}
