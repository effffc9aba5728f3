import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Empty } from '../../app/states.tsx'
import { Button } from '../../kit/button.tsx'
import { PageContent } from '../../kit/page-content.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { t } from '../../languages/t.ts'
import { GuideTabs } from '../guides/guide-tabs.tsx'
import { ProposeRelocation } from './propose-relocation.tsx'
import { RelocationList } from './relocation-list.tsx'
import { getState, type RelocationState } from './relocation-state.ts'
import { RELOCATION_STATES, relocationsRoute } from './relocations.route.ts'

const LABELS: Record<RelocationState, string> = {
  open: t('Open'),
  accepted: t('Accepted'),
  declined: t('Declined'),
}
const EMPTY: Record<RelocationState, string> = {
  open: t('No open proposals. Propose a relocation when a requirement belongs to another technology.'),
  accepted: t('No accepted proposals'),
  declined: t('No declined proposals'),
}

/** Proposals to move requirements between SRG components: propose, preview, accept, decline and recall. */
export default function RelocationsPage() {
  const { state } = relocationsRoute.useSearch()
  const navigate = useNavigate()
  const { data } = useSuspenseQuery(api.relocations.list.queryOptions({}))
  const [isProposing, setProposing] = useState(false)
  // The address is updated later; a second press before that continues from the first.
  const [pressed, setPressed] = useState<RelocationState | null>(null)
  if (pressed === state) setPressed(null)
  const tabs = RELOCATION_STATES.map((id) => {
    const relocations = data.filter((relocation) => getState(relocation) === id)
    const content =
      relocations.length === 0 ? <Empty>{EMPTY[id]}</Empty> : <RelocationList relocations={relocations} />
    return { id, label: LABELS[id], count: relocations.length, content }
  })
  const select = (id: string) => {
    const chosen = RELOCATION_STATES.find((item) => item === id) ?? 'open'
    setPressed(chosen)
    void navigate({ to: '/requirement_relocations', search: { state: chosen }, replace: true })
  }
  return (
    <>
      <GuideTabs />
      <PageContent>
        <PageTitle title={t('Relocations')} parents={[t('Guides')]}>
          <Button variant="primary" icon="plus" onPress={() => setProposing(true)}>
            {t('Propose relocation')}
          </Button>
        </PageTitle>
        <Tabs label={t('Relocations by state')} tabs={tabs} selected={pressed ?? state} onSelect={select} />
        {isProposing && <ProposeRelocation onClose={() => setProposing(false)} />}
      </PageContent>
    </>
  )
}
