import { NOT_YET_DETERMINED } from '../../../../src/vocabulary.ts'
import type { Outputs } from '../../../api/client.ts'
import type { IconName } from '../../../kit/icon.tsx'
import { t } from '../../../languages/t.ts'
import { findKind } from '../finding-kinds.ts'

/** A condition that blocks the lock or the release. */
export interface Blocker {
  code: string
  icon: IconName
  /** The number of requirements; null if it concerns the component. */
  count: number | null
  label: string
  link: { to: string; search?: Record<string, string | number> }
}

/** Release gates whose requirements have their own list. */
const LISTED: Readonly<Record<string, { icon: IconName; label: string; search: Record<string, string> }>> = {
  'component.unlocked_rules': { icon: 'lock', label: t('not locked'), search: { locked: 'false' } },
  'component.undetermined_rules': {
    icon: 'dotted',
    label: t('not yet determined'),
    search: { status: NOT_YET_DETERMINED },
  },
}

/** Finding codes that a gate already counts. */
const COVERED: Readonly<Record<string, string>> = {
  'rule.undetermined': 'component.undetermined_rules',
}

type Readiness = Pick<Outputs['components']['readiness'], 'gates' | 'kinds'>

/** Lists the blockers: release conditions first, then findings that block a lock, largest first. */
export function listBlockers({ gates, kinds }: Readiness, componentId: number): Blocker[] {
  const toPagePath = (name: string) => `/components/${componentId}${name}`
  const failing = gates.filter(({ passed, blocking }) => blocking && !passed)
  const failingCodes = new Set(failing.map(({ code }) => code))
  const conditions = failing.map(({ code, missing, text }): Blocker => {
    const listed = LISTED[code]
    if (listed) {
      const { icon, label, search } = listed
      return { code, icon, label, count: missing, link: { to: toPagePath('/edit'), search } }
    }
    const path =
      code === 'component.empty'
        ? '/edit'
        : code === 'component.blocking_findings'
          ? '/readiness'
          : '/settings'
    return { code, icon: 'triangle', label: text, count: null, link: { to: toPagePath(path) } }
  })
  const blocking = kinds
    .filter(
      (kind) => (kind.blocks_lock || kind.blocks_release) && !failingCodes.has(COVERED[kind.code] ?? ''),
    )
    .toSorted((a, b) => b.count - a.count)
    .map(({ code, count }): Blocker => {
      const { icon, label, all } = findKind({ code, text: code })
      const link = all ? { to: toPagePath(all.page), search: all.search } : { to: toPagePath('/readiness') }
      return { code, icon, label, count, link }
    })
  return [...conditions, ...blocking]
}
