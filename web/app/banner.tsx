import { useEffect } from 'react'
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
  useEffect(() => {
    if (!enabled) return
    void import('./printed-marking.ts').then(
      (marking) => marking.setPrintedMarking(text),
      () => undefined,
    )
  }, [enabled, text])
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
