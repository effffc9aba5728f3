import { Suspense } from 'react'
import { createLazyPart, usePreloadedParts } from '../../../app/lazy-part.tsx'
import { Tabs } from '../../../kit/tabs.tsx'
import { t } from '../../../languages/t.ts'
import type { Component } from '../editor/component.ts'
import { WHOLE_REQUIREMENT, type EditorPanel } from '../editor/use-editor-panel.ts'
import { FIELDS, type Field, type Rule, type Texts } from '../fields.ts'
import { OpenCount } from '../open-count.tsx'
import type { Row } from '../requirements.ts'
import { HistoryTab } from './history-tab.tsx'
import { Source } from './source.tsx'
import styles from './context-panel.module.css'

const Comments = createLazyPart(async () => (await import('./comments.tsx')).Comments)
const Related = createLazyPart(async () => (await import('./related.tsx')).default)
const PARTS = [Comments, Related]

/** The context of the current section: SRG text, comments, history, and related requirements. */
export function ContextPanel({
  rule,
  component,
  rows,
  fields,
  texts,
  panel: { focused, tab, setTab, commentKey },
  mayWrite,
}: {
  rule: Rule
  component: Component
  rows: readonly Row[]
  fields: readonly Field[]
  texts: Texts
  panel: EditorPanel
  mayWrite: boolean
}) {
  const field = fields.find(({ id }) => id === focused) ?? FIELDS[0]
  const text = texts[focused] ?? ''
  usePreloadedParts(PARTS)
  const counts = rows.find(({ id }) => id === rule.id)?.comment_counts
  return (
    <aside className={styles['panel']} aria-label={t('Context')}>
      <Tabs
        label={t('Context')}
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'source', label: 'SRG', content: field && <Source rule={rule} field={field} text={text} /> },
          {
            id: 'comments',
            label: t('Comments'),
            ...(counts && counts.total > 0 ? { count: <OpenCount counts={counts} /> } : {}),
            content: (
              <Suspense>
                <Comments
                  key={commentKey}
                  rule={rule}
                  component={component}
                  field={focused === WHOLE_REQUIREMENT ? undefined : field}
                />
              </Suspense>
            ),
          },
          { id: 'history', label: t('History'), content: <HistoryTab rule={rule} mayWrite={mayWrite} /> },
          {
            id: 'related',
            label: t('Related'),
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
