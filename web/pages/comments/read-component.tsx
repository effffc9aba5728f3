import { useState } from 'react'
import { useKeys } from '../../app/use-keys.ts'
import { Empty } from '../../app/states.tsx'
import { Button } from '../../kit/button.tsx'
import type { Summary } from '../components/phase.ts'
import { revisionOf } from '../components/phase.ts'
import { Comment } from './comment.tsx'
import styles from './comments.module.css'
import { Composer } from './composer.tsx'
import { useComments } from './use-comments.tsx'

/** What people say about the component as a whole. */
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
  const open = component.accepting_new_comments && component.effective_permissions !== null
  useKeys(open ? { comment: () => setWriting(true) } : {})
  return (
    <article className={styles['read']} aria-label="The component as a whole">
      <header className={styles['subject']}>
        <h2>
          {component.title} {revisionOf(component)}
        </h2>
        <p className="muted small">
          Based on {component.based_on_title} {component.based_on_version}, {component.rules_count}{' '}
          requirements
        </p>
      </header>
      <section className={styles['part']} aria-label="Comments on the component">
        <div className={styles['head']}>
          <h3>On the component as a whole</h3>
          {open && !writing && (
            <Button icon="plus" keys="comment" onPress={() => setWriting(true)}>
              Comment
            </Button>
          )}
        </div>
        {writing && (
          <Composer
            about={{ componentId: component.id, ruleId: null, section: null }}
            words="the component as a whole"
            landsOn={null}
            daysLeft={component.comment_period_days_remaining}
            isOpen={open}
            onPosted={(id) => {
              setWriting(false)
              onComment(id)
            }}
            onReply={(id) => {
              setWriting(false)
              onComment(id)
            }}
            onClose={() => setWriting(false)}
          />
        )}
        {status}
        {rows?.length === 0 && !writing && <Empty>Nobody has commented on the component as a whole.</Empty>}
        {rows?.map((row) => (
          <Comment key={row.id} row={row} component={component} isCurrent={row.id === comment} />
        ))}
      </section>
    </article>
  )
}
