import { onlineManager } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { formatTimeOfDay } from '../api/time.ts'
import { BannerStrip } from '../kit/banner-strip.tsx'
import { t } from '../languages/t.ts'

/** Whether the browser has a network connection; follows its changes. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
}

/** Shows since when the browser is offline; cached pages stay readable, and drafts are stored. */
export function Offline() {
  const online = useOnline()
  const [since, setSince] = useState<Date | null>(null)
  useEffect(() => setSince(online ? null : new Date()), [online])
  if (since === null) return null
  return (
    <BannerStrip variant="warning">
      {t('Offline since {time}. Drafts are saved in this browser.', { time: formatTimeOfDay(since) })}
    </BannerStrip>
  )
}
