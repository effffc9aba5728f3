import { onlineManager } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { clock } from '../api/time.ts'
import { BannerStrip } from '../kit/banner-strip.tsx'
import { t } from '../languages/t.ts'

/** Whether the browser has a network; follows its changes. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
}

/** Says since when there is no network; reading goes on from memory, and drafts are kept. */
export function Offline() {
  const online = useOnline()
  const [since, setSince] = useState<Date | null>(null)
  useEffect(() => setSince(online ? null : new Date()), [online])
  if (since === null) return null
  return (
    <BannerStrip look="changed">
      {t('Offline since {clock}; drafts are kept.', { clock: clock(since) })}
    </BannerStrip>
  )
}
