import './app/first-paint.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/client.ts'
import { loadReasons, toProblem } from './api/errors.ts'
import { prefetchFirstPage } from './app/prefetch-first-page.ts'
import { router } from './app/router.tsx'
import { applySettings } from './app/settings.ts'
import './styles/tokens.css'
import './styles/reset.css'
import './styles/print.css'

/** Missing and denied records have a separate page; other errors are reported to the browser. */
function reportUnexpected(error: unknown): void {
  if (![403, 404].includes(toProblem(error).status)) reportError(error)
}

applySettings()
/** Loads what the first page does not wait for. Without the reasons, errors show the service's messages. */
async function loadLater(): Promise<void> {
  await loadReasons()
  const { forgetOldDrafts } = await import('./api/drafts.ts')
  await forgetOldDrafts()
}
const root = document.querySelector('#app')
// Start the requests of the page before the first render.
await prefetchFirstPage()
const startBackgroundTasks = () => void loadLater().catch(() => undefined)
// This code starts after the first paint, which may be after the page has loaded.
if (document.readyState === 'complete') startBackgroundTasks()
else addEventListener('load', startBackgroundTasks)
if (root) {
  createRoot(root, { onCaughtError: reportUnexpected }).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
