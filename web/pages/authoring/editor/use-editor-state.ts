import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { RULE_STATUSES } from '../../../../src/vocabulary.ts'
import { api, type Outputs } from '../../../api/client.ts'
import { createCurrentUserQuery } from '../../../api/me.ts'
import { focusAtEnd } from '../../../app/focus-at-end.ts'
import { getEditor } from '../editors.ts'
import { createAnswerField, FIELDS } from '../fields.ts'
import { splitByRelevance } from '../relevant-fields.ts'
import type { RuleEditor } from '../rule-editor.ts'
import type { Component } from './component.ts'
import { isSelectedSection } from './section.tsx'

/** The editor of a requirement and its state; it applies newer records, and saves when the user leaves. */
export function useEditorState(read: Outputs['rules']['show']) {
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const [editor] = useState(() => getEditor(read, person.id))
  const snapshot = useSyncExternalStore(editor.subscribe, editor.snapshot)
  useEffect(() => editor.take(read), [editor, read])
  useRetryOnChangedAccess(editor, read)
  useEffect(() => () => void editor.save(), [editor])
  const status = RULE_STATUSES.find((known) => known === snapshot.texts['status']) ?? snapshot.rule.status
  return { editor, snapshot, status }
}

/** Sends refused texts again when the user may do more or less than before. */
function useRetryOnChangedAccess(editor: RuleEditor, read: Outputs['rules']['show']): void {
  const access = JSON.stringify(read.allowed_actions)
  const lastAccess = useRef(access)
  useEffect(() => {
    if (lastAccess.current === access) return
    lastAccess.current = access
    editor.retryRefused()
  }, [access, editor])
}

export type EditorState = ReturnType<typeof useEditorState>

/** The fields of a requirement: all, by whether its status needs them, and the answers to additional questions. */
export function useEditorFields(component: Component, status: EditorState['status']) {
  const questions = useQuery(api.components.header.queryOptions({ id: component.id }))
  const fields = FIELDS.filter(({ only }) => only === undefined || only === component.document_type)
  const answers = (questions.data?.additional_questions ?? []).map(createAnswerField)
  return { fields, answers, ...splitByRelevance(fields, status, isSelectedSection) }
}

/** The element that the address names; it gets the focus first. */
export function useTargetElement(): string {
  const [target] = useState(() => decodeURIComponent(location.hash.slice(1)))
  useEffect(() => {
    if (target !== '') focusAtEnd(document.getElementById(target))
  }, [target])
  return target
}
