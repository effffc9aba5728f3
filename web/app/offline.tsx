import { onlineManager } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { clock } from '../api/time.ts'
import { Strip } from '../kit/strip.tsx'

/** Says since when there is no network; reading goes on from memory, and drafts are kept. */
export function Offline() {
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
  const [since, setSince] = useState<Date | null>(null)
  useEffect(() => setSince(online ? null : new Date()), [online])
  if (since === null) return null
  return <Strip look="changed">Offline since {clock(since)}; drafts are kept.</Strip>
}
