import { Facts } from '../../../kit/card.tsx'
import { counted } from '../phase.ts'
import type { RebasePreview } from './rebase-choices.ts'

/** How many requirements the update changes, adds, removes and leaves behind. */
export function RebaseSummary({ totals, added }: { totals: RebasePreview['totals']; added: number }) {
  const { relinked, changed, conflicts, removed, kept, skipped } = totals
  const facts: [string, string][] = [
    ['Moved to the release', counted(relinked, 'requirement')],
    ['With new SRG texts', String(changed)],
    ['With conflicts', String(conflicts)],
    ['Added', String(added)],
    ['No longer in the SRG', `${removed} deleted, ${kept} kept`],
  ]
  if (skipped > 0) facts.push(['Locked or under review', `${skipped}, which stay on their release`])
  return <Facts facts={facts} />
}
