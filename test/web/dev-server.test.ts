import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { expect, test } from 'vitest'

test('the server of npm run dev uses the address that the service redirects people to', async () => {
  const configFile = fileURLToPath(new URL('../../web/vite.config.ts', import.meta.url))
  const vite = await createServer({
    configFile,
    logLevel: 'silent',
    server: { port: 0, strictPort: false, watch: null, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true, include: [] },
  })
  try {
    await vite.listen()
    const address = vite.httpServer?.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const fetchPath = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: 'text/html' } })
    for (const path of ['/app', '/app?to=x', '/app/']) {
      const answer = await fetchPath(path)
      expect([path, answer.status, await answer.text()]).toEqual([
        path,
        200,
        expect.stringContaining('<div id='),
      ])
    }
  } finally {
    await vite.close()
  }
})
