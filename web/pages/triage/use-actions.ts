import { announce } from '../../app/announce.tsx'
import { t } from '../../languages/t.ts'
import { listAvailableActions, findActionDenial, type ActionContext } from './comment/available-actions.ts'
import { useTriageKeys } from './decide/use-triage-keys.ts'
import type { View } from './search.ts'
import type { Triage } from './use-triage.ts'

/** The available actions of the selected comment, and their keys. */
export function useActions(triage: Triage, projectId: number, view: View) {
  const { selection, selected, allowed, deciding, component, queue, undoing, onMore, setOpened } = triage
  const { row, index } = selection
  const merge = () => {
    if (selected.rows.length > 1) setOpened({ kind: 'merge', rows: selected.rows })
    else announce(t('Select two comments by the same person with X first.'))
  }
  // Merging concerns several comments: the permissions of a single one don't decide.
  const onMerge = component.component?.effective_permissions === 'admin' ? merge : null
  const context: ActionContext = {
    projectId,
    allowed,
    showForm: deciding.showForm,
    select: () => selected.select(false),
    merge: selected.rows.length > 1 ? onMerge : null,
  }
  const actions = row ? listAvailableActions(row, context) : []
  const findRefusal = (id: string) => (row ? findActionDenial(row, context, id) : null)
  useTriageKeys({
    view,
    rows: queue.rows,
    index,
    deciding,
    selected,
    actions,
    findRefusal,
    onMerge,
    onMore,
    onUndo: undoing.undo,
  })
  return { actions, onMerge }
}
