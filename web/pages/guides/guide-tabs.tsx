import { TabBar } from '../../kit/tabs.tsx'
import { t } from '../../languages/t.ts'

const TABS = [
  { to: '/srgs', label: t('SRGs') },
  { to: '/stigs', label: t('STIGs') },
  { to: '/components', label: t('Released components'), exact: true },
  { to: '/controls', label: t('Controls') },
  { to: '/requirement_relocations', label: t('Relocations') },
]

/** Tabs: the catalog, released components and relocations. */
export function GuideTabs() {
  return <TabBar label={t('Guides')} name={t('Guides')} tabs={TABS} />
}
