import { lazy, Suspense } from 'react'
import { Tabs } from '../../../kit/tabs.tsx'
import type { Component } from '../editor/component.ts'
import type { Field, Rule } from '../fields.ts'
import type { Row } from '../requirements.ts'
import styles from './context.module.css'
import { Past } from './past.tsx'
import { Source } from './source.tsx'

const Comments = lazy(async () => ({ default: (await import('./comments.tsx')).Comments }))
const Related = lazy(() => import('./related.tsx'))

/** What belongs to the section in hand: the SRG's text, comments, history, and requirements elsewhere. */
export function Beside({
  rule,
  component,
  rows,
  field,
  text,
  tab,
  onTab,
  mayWrite,
}: {
  rule: Rule
  component: Component
  rows: readonly Row[]
  field: Field | undefined
  text: string
  tab: string
  onTab: (tab: string) => void
  mayWrite: boolean
}) {
  return (
    <aside className={styles['beside']} aria-label="Beside the text">
      <Tabs
        label="Beside the text"
        selected={tab}
        onSelect={onTab}
        tabs={[
          { id: 'source', words: 'SRG', content: field && <Source rule={rule} field={field} text={text} /> },
          {
            id: 'comments',
            words: 'Comments',
            count: rule.comment_summary.total,
            content: (
              <Suspense>
                <Comments rule={rule} component={component} field={field} />
              </Suspense>
            ),
          },
          { id: 'history', words: 'History', content: <Past ruleId={rule.id} /> },
          {
            id: 'related',
            words: 'Related',
            content: (
              <Suspense>
                <Related rule={rule} rows={rows} component={component} mayWrite={mayWrite} />
              </Suspense>
            ),
          },
        ]}
      />
    </aside>
  )
}
