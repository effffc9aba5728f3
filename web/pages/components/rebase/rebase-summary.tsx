import { Facts } from '../../../kit/card.tsx'
import { formatCount, t } from '../../../languages/t.ts'
import type { RebasePreview } from './rebase-choices.ts'

/** How many requirements the update changes, adds, removes and leaves behind. */
export function RebaseSummary({ totals }: { totals: RebasePreview['totals'] }) {
  const { relinked, changed, conflicts, added, removed, kept, skipped } = totals
  const facts: [string, string][] = [
    [t('Moved to the new release'), formatCount(relinked, 'requirement')],
    [t('With new SRG texts'), formatCount(changed, 'requirement')],
    [t('With conflicts'), formatCount(conflicts, 'requirement')],
    [t('Added'), formatCount(added, 'requirement')],
    [t('No longer in the SRG'), t('{removed} deleted, {kept} kept', { removed, kept })],
  ]
  if (skipped > 0) {
    facts.push([t('Locked or under review'), t('{skipped}, which stay on their release', { skipped })])
  }
  return <Facts facts={facts} />
}
