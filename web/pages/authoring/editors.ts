import { api, client, queryClient, type Inputs, type Outputs } from '../../api/client.ts'
import { openDrafts } from '../../api/drafts.ts'
import { isUnreachable, toProblem } from '../../api/errors.ts'
import { reachability } from '../../api/reachability.ts'
import { toRuleInput, toFieldErrors, type Rule } from './fields.ts'
import type { Row } from './requirements.ts'
import { parseStoredDraft, RuleEditor, type World } from './rule-editor.ts'
import { toDraftId, setUnsaved } from './unsaved.ts'

const open = new Map<string, RuleEditor>()

/** Returns the editor of a requirement, with the user's unsaved texts. */
export function getEditor(rule: Rule, personId: number): RuleEditor {
  const name = `${personId} ${rule.id}`
  const known = open.get(name)
  if (known) return known
  const drafts = openDrafts(personId)
  const draftKey = toDraftId(rule.id)
  const editor = new RuleEditor(createWorld(drafts, rule), rule)
  open.set(name, editor)
  void drafts.read(draftKey).then((draft) => {
    const stored = draft === null ? null : parseStoredDraft(draft.text)
    if (stored) editor.restore(stored)
    else if (editor.snapshot().changed.length === 0) setUnsaved(rule.id, false)
  })
  return editor
}

function createWorld(
  drafts: ReturnType<typeof openDrafts>,
  { id: ruleId, component_id: id }: Pick<Rule, 'id' | 'component_id'>,
): World {
  const draftKey = toDraftId(ruleId)
  return {
    send: async (rule, texts) => {
      const input = toRuleInput(rule, texts) as Inputs['rules']['update']['rule']
      const guard = { expected_lock_version: rule.lock_version }
      const { data } = await client.rules.update.mutate({ ruleId: rule.id, rule: input, ...guard })
      show(data)
      return data
    },
    storeDraft: (stored, version) => {
      setUnsaved(ruleId, stored !== null)
      void (stored === null
        ? drafts.forget(draftKey)
        : drafts.store(draftKey, JSON.stringify(stored), version))
    },
    read: (error) => {
      if (isUnreachable(error)) return { unreachable: true }
      const problem = toProblem(error)
      // The role was lowered: the page shows what is still allowed.
      if (problem.status === 403) {
        void queryClient.invalidateQueries(api.components.summary.queryFilter({ id }))
      }
      const current = problem.details['rule']
      if (problem.reason !== 'stale' || !isRule(current)) {
        return { problem, wrong: toFieldErrors(problem.fields) }
      }
      // The history names the user who saved the current texts.
      void queryClient.invalidateQueries(api.audits.ofRule.queryFilter({ ruleId }))
      return { current }
    },
    later: (act, ms) => {
      const timer = setTimeout(act, ms)
      return () => clearTimeout(timer)
    },
    retryOnRecovery: reachability.retryOnRecovery,
    now: () => new Date(),
  }
}

/** Updates the cache with a saved record, so that it is not fetched again. */
export function show(rule: Rule): void {
  queryClient.setQueryData(api.rules.show.queryKey({ ruleId: rule.id }), (old) => old && { ...old, ...rule })
  queryClient.setQueryData<readonly Row[]>([['rules', 'requirements'], rule.component_id], (rows) =>
    rows?.map((row) => (row.id === rule.id ? { ...row, ...toRow(rule) } : row)),
  )
  void queryClient.invalidateQueries(api.audits.ofRule.queryFilter({ ruleId: rule.id }))
}

function toRow(rule: Outputs['rules']['update']['data']): Partial<Row> {
  const { title, version, status, rule_severity, locked, review_requestor_id, changes_requested } = rule
  const { locked_fields, lock_version, updated_at } = rule
  const visibleFields = {
    title,
    version,
    status,
    rule_severity,
    locked,
    review_requestor_id,
    changes_requested,
  }
  return { ...visibleFields, locked_fields, lock_version, updated_at }
}

function isRule(value: unknown): value is Rule {
  return (
    typeof value === 'object' && value !== null && 'lock_version' in value && 'checks_attributes' in value
  )
}
