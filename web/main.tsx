import './app/first-paint.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/client.ts'
import { loadReasons, problemOf } from './api/errors.ts'
import { readImmediately } from './app/read-at-once.ts'
import { router } from './app/router.tsx'
import { applySettings } from './app/settings.ts'
import './styles/tokens.css'
import './styles/reset.css'
import './styles/print.css'

/** What one may not see has a page that says so; everything else is for whoever looks into it. */
function tell(error: unknown): void {
  if (![403, 404].includes(problemOf(error).status)) reportError(error)
}

applySettings()
/** What the first page does not wait for. Without reasons, an error has the service's own words. */
async function loadLater(): Promise<void> {
  await loadReasons()
  const { forgetOldDrafts } = await import('./api/drafts.ts')
  await forgetOldDrafts()
}
addEventListener('load', () => void loadLater().catch(() => undefined))
const place = document.querySelector('#app')
// What the page waits for is on its way before the first rendering takes its time.
await readImmediately()
if (place) {
  createRoot(place, { onCaughtError: tell }).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
