import { TabBar } from '../../kit/tabs.tsx'
import { t } from '../../languages/t.ts'

const TABS = [
  { to: '/srgs', words: t('SRGs') },
  { to: '/stigs', words: t('STIGs') },
  { to: '/components', words: t('Released components'), exact: true },
  { to: '/controls', words: t('Controls') },
  { to: '/requirement_relocations', words: t('Relocations') },
]

/** Tabs: the catalog, released components and relocations. */
export function GuideTabs() {
  return <TabBar label={t('Guides')} name={t('Guides')} tabs={TABS} />
}
