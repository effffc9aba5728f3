import type { Outputs } from '../../api/client.ts'
import type { ResultGroup } from '../../app/palette-entries.ts'
import { t } from '../../languages/t.ts'

/** Groups the rules that a search found by their guide. */
export function groupGuideRules({
  srg_rules: srgs,
  stig_rules: stigs,
}: Pick<Outputs['search']['global'], 'srg_rules' | 'stig_rules'>): ResultGroup[] {
  return [
    {
      title: t('Rules of SRGs'),
      commands: srgs.map(({ srg_id: id, rule_id: rule, title }) => toEntry(`/srgs/${id}`, rule, title)),
    },
    {
      title: t('Rules of STIGs'),
      commands: stigs.map(({ stig_id: id, rule_id: rule, title }) => toEntry(`/stigs/${id}`, rule, title)),
    },
  ]
}

function toEntry(id: string, label: string, description: string | null) {
  return { id, label, description: description ?? '', icon: 'shield' as const, search: { q: label } }
}
