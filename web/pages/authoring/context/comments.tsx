import { useState } from 'react'
import { Empty } from '../../../app/states.tsx'
import { Button } from '../../../kit/button.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import { formatCommentWindow } from '../../comments/comment-window.tsx'
import { Comment } from '../../comments/comment.tsx'
import { Composer } from '../../comments/composer.tsx'
import { useComments } from '../../comments/use-comments.tsx'
import { WatchButton } from '../../watching/watch-button.tsx'
import type { Component } from '../editor/component.ts'
import type { Field, Rule } from '../fields.ts'
import { ContextPart } from './context-part.tsx'

/** The comments on a requirement, oldest first, and a composer for the section that had the focus. */
export function Comments({
  rule,
  component,
  field,
}: {
  rule: Rule
  component: Component
  field: Field | undefined
}) {
  const { rows, status } = useComments(component, rule.id)
  const open = component.accepting_new_comments && component.effective_permissions !== null
  // The composer stays on that section, whatever the user looks at while typing.
  const [subject, setSubject] = useState<Field | 'whole' | null>(field ?? 'whole')
  const [parent] = rule.satisfied_by ?? []
  return (
    <ContextPart>
      {!open && <p className="muted">{formatCommentWindow(component, new Date())}</p>}
      {subject !== null && (
        <Composer
          key={subject === 'whole' ? subject : subject.id}
          draftSubject={{
            componentId: component.id,
            ruleId: rule.id,
            section: subject === 'whole' ? null : subject.section,
          }}
          label={subject === 'whole' || subject.section === null ? t('the requirement') : subject.label}
          landsOn={parent?.rule_id ?? null}
          daysLeft={component.comment_period_days_remaining}
          isOpen={open}
          onPosted={() => setSubject(null)}
          onReply={() => setSubject(null)}
          onClose={() => setSubject(null)}
        />
      )}
      {open && subject === null && (
        <Button icon="plus" onPress={() => setSubject(field ?? 'whole')}>
          {rich('Comment on {field}', { field: field?.section ? field.label : t('the requirement') })}
        </Button>
      )}
      {component.effective_permissions !== null && (
        <div>
          <WatchButton variant="plain" watched={{ watched_type: 'Rule', watched_id: rule.id }} />
        </div>
      )}
      {status}
      {rows?.length === 0 && <Empty>{t('No comments here yet')}</Empty>}
      {rows?.map((row) => (
        <Comment key={row.id} row={row} component={component} isCurrent={false} />
      ))}
    </ContextPart>
  )
}
