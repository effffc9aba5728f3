import { useMutation } from '@tanstack/react-query'
import { api, client, queryClient } from '../../../api/client.ts'
import { notify, notifyError } from '../../../kit/toast.tsx'
import { t } from '../../../languages/t.ts'
import { FIELDS, formatColumn, type Rule } from '../fields.ts'
import type { Entry } from './group-edits.ts'

const COLUMNS = new Set(['status', 'rule_severity', ...FIELDS.map(({ id }) => id.split(':').at(-1) ?? id)])
const PARTS = ['BaseRule', 'Check', 'DisaRuleDescription', 'RuleDescription']

/** Whether a changed field can be reverted; locks, reviews and deletions have separate operations (rule C-58). */
export function isRevertible({ action, auditable_type: type }: Entry, field: string): boolean {
  if (action !== 'update') return false
  return type === 'AdditionalAnswer' || (PARTS.includes(type) && COLUMNS.has(field))
}

/** Reverts a field to its value before an entry of the history. */
export function useRevert(rule: Rule) {
  return useMutation({
    mutationFn: ({ auditId, field }: { auditId: number; field: string }) =>
      client.rules.revert.mutate({
        ruleId: rule.id,
        audit_id: auditId,
        fields: [field],
        expected_lock_version: rule.lock_version,
      }),
    onSuccess: (_, { field }) => notify(t('{column} reverted', { column: formatColumn(field) })),
    onError: notifyError,
    onSettled: async () => {
      await queryClient.invalidateQueries(api.rules.show.queryFilter({ ruleId: rule.id }))
      void queryClient.invalidateQueries(api.audits.ofRule.pathFilter())
      void queryClient.invalidateQueries(api.rules.picker.pathFilter())
    },
  })
}
