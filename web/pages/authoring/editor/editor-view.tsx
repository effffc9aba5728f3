import type { Outputs } from '../../../api/client.ts'
import { BannerStrip } from '../../../kit/banner-strip.tsx'
import { Split } from '../../../kit/split.tsx'
import { t } from '../../../languages/t.ts'
import { ContextPanel } from '../context/context-panel.tsx'
import type { Row } from '../requirements.ts'
import { findUnavailableReason } from './allowed-actions.ts'
import { CommentDrafts } from './comment-drafts.tsx'
import type { Component } from './component.ts'
import { EditorSections } from './editor-sections.tsx'
import { MetadataBar } from './metadata-bar.tsx'
import { RejectedSave } from './rejected-save.tsx'
import { useChangeAuthors } from './use-change-authors.ts'
import { useEditorKeys } from './use-editor-keys.ts'
import { useEditorPanel } from './use-editor-panel.ts'
import { useEditorFields, useEditorState, useTargetElement } from './use-editor-state.ts'
import { useSectionLocks } from './use-section-locks.ts'
import styles from './editor-view.module.css'

/** One requirement: its sections, and the context panel of the focused one. */
export function EditorView({
  rule: read,
  component,
  rows,
  onDone,
}: {
  rule: Outputs['rules']['show']
  component: Component
  rows: readonly Row[]
  /** Called after a save, to continue with the next requirement. */
  onDone: () => void
}) {
  const state = useEditorState(read)
  const { rule } = state.snapshot
  const { allowed_actions: allowed } = read
  const panel = useEditorPanel()
  const target = useTargetElement()
  const fields = useEditorFields(component, state.status)
  const locks = useSectionLocks(state.editor, rule, allowed)
  useEditorKeys({ state, allowed, fields: fields.fields, panel, locks, onDone })
  const otherChanges = useChangeAuthors(state.snapshot)
  const unavailable = findUnavailableReason(allowed, component)
  return (
    <Split
      name="beside"
      side="end"
      start={innerWidth < 1600 ? 328 : 420}
      label={t('the context panel')}
      pane={
        <ContextPanel
          rule={rule}
          component={component}
          rows={rows}
          fields={fields.fields}
          texts={state.snapshot.texts}
          panel={panel}
          mayWrite={unavailable === null}
        />
      }
    >
      <article className={styles['sheet']} aria-label={t('Requirement {number}', { number: rule.rule_id })}>
        <MetadataBar
          {...{ state, component, allowed, otherChanges }}
          lockedSections={locks.lockedCount}
          readOnly={unavailable !== null}
          startsWith={target === 'status' ? target : null}
        />
        {unavailable !== null && <BannerStrip variant="info">{unavailable}</BannerStrip>}
        <CommentDrafts ruleId={rule.id} tab={panel.tab} onContinue={panel.openComments} />
        <EditorSections
          {...{ read, state, fields, otherChanges, locks, target }}
          readOnly={unavailable !== null}
          onFocus={panel.setFocused}
        />
        <RejectedSave snapshot={state.snapshot} />
      </article>
    </Split>
  )
}
