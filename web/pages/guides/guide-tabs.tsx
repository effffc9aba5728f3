import { TabBar } from '../../kit/tabs.tsx'

const TABS = [
  { to: '/srgs', words: 'SRGs' },
  { to: '/stigs', words: 'STIGs' },
  { to: '/components', words: 'Released components', exact: true },
]

/** The two halves of the catalog, and what was released from here. */
export function GuideTabs() {
  return <TabBar label="Guides" name="Guides" tabs={TABS} />
}
