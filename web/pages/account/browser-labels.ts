import { t } from '../../languages/t.ts'

const BROWSERS = [
  ['Edg/', t('Edge')],
  ['OPR/', t('Opera')],
  ['Firefox/', t('Firefox')],
  ['Chrome/', t('Chrome')],
  ['Safari/', t('Safari')],
  ['curl/', 'curl'],
] as const
const SYSTEMS = [
  [t('Windows'), t('Windows')],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  [t('Android'), t('Android')],
  [t('Mac OS X'), 'macOS'],
  [t('Linux'), t('Linux')],
] as const

/** Describes a `User-Agent`: "Firefox on Windows"; its beginning if unknown. */
export function formatBrowser(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return t('Unknown program')
  const find = (known: readonly (readonly [string, string])[]) =>
    known.find(([mark]) => userAgent.includes(mark))?.[1]
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)]
  if (browser === undefined) return userAgent.slice(0, 60)
  return system === undefined ? browser : t('{browser} on {system}', { browser, system })
}
