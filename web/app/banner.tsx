import type { Outputs } from '../api/client.ts'
import { t } from '../languages/t.ts'
import styles from './banner.module.css'

type BannerSettings = Outputs['system']['settings']['banner']

/** The classification banner, in the configured colors. */
export function Banner({
  banner: { enabled, text, background_color, text_color },
}: {
  banner: BannerSettings
}) {
  if (!enabled) return null
  return (
    <aside
      className={styles['banner']}
      aria-label={t('Classification')}
      data-print
      style={{ backgroundColor: background_color, color: text_color }}
    >
      {text}
    </aside>
  )
}
