import { TabBar } from '../../kit/tabs.tsx'

const TABS = [
  { to: '/srgs', words: 'SRGs' },
  { to: '/stigs', words: 'STIGs' },
  { to: '/components', words: 'Released components', exact: true },
  { to: '/controls', words: 'Controls' },
  { to: '/requirement_relocations', words: 'Relocations' },
]

/** The catalog, the released components, and requirements that are to move between SRGs. */
export function GuideTabs() {
  return <TabBar label="Guides" name="Guides" tabs={TABS} />
}
