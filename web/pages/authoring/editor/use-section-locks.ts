import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { SECTION_NAMES } from '../../../../src/vocabulary.ts'
import { api, client } from '../../../api/client.ts'
import { notify, notifyError } from '../../../kit/toast.tsx'
import { t } from '../../../languages/t.ts'
import { show } from '../editors.ts'
import type { Field, Rule } from '../fields.ts'
import type { RuleEditor } from '../rule-editor.ts'
import { readLocks } from '../section-locks.ts'
import type { AllowedActions } from './allowed-actions.ts'

/** The locks of a requirement's sections: who locked them, how many, and locking or unlocking one. */
export function useSectionLocks(editor: RuleEditor, rule: Rule, allowed: AllowedActions) {
  // Locks of sections have no effect in a locked requirement.
  const mayLock = allowed.lock_sections.allowed && !rule.locked
  const lockedCount = SECTION_NAMES.filter((name) => rule.locked_fields[name]).length
  const history = useQuery({
    ...api.audits.ofRule.queryOptions({ ruleId: rule.id, page: 1, per_page: 100 }),
    enabled: lockedCount > 0,
  })
  const locks = useMemo(() => readLocks(history.data?.rows ?? [], rule.locked_fields), [history.data, rule])
  const toggle = async (field: Field | undefined) => {
    const section = field?.lock ?? null
    if (section === null || !mayLock) return
    await editor.save()
    const locked = rule.locked_fields[section] !== true
    try {
      const guard = { expected_lock_version: editor.snapshot().rule.lock_version }
      const answer = await client.rules.lockSection.mutate({ ruleId: rule.id, section, locked, ...guard })
      show(answer.rule)
      editor.take(answer.rule)
      notify(locked ? t('{section} is locked.', { section }) : t('{section} is unlocked.', { section }))
    } catch (error) {
      notifyError(error)
    }
  }
  return { mayLock, lockedCount, locks, toggle }
}

export type SectionLocks = ReturnType<typeof useSectionLocks>
