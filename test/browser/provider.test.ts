import { createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { toOidcSettings, startOidcPeer, type OidcPeer } from '../support/oidc-peer.ts'
import { createWorkbench } from './support/workbench.ts'

let provider: OidcPeer
const workbench = createWorkbench({
  env: async () => {
    const port = await findFreePort()
    provider = await startOidcPeer(`http://127.0.0.1:${port}`)
    provider.person = { sub: 'nora', email: 'nora@staff.example', email_verified: true, name: 'Nora Staff' }
    return { PORT: String(port), ...toOidcSettings(provider) }
  },
})
afterAll(() => void provider.server.close())

test('a provider signs in through its own page, under the strict policy', async () => {
  const page = await workbench.visit('/app')
  await page.getByRole('button', { name: 'Sign in with Staff sign-in' }).press('Enter')
  await page.getByRole('heading', { name: 'My work' }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/app\/?$/)
  await page.goto('/app/users/edit/identities')
  await page.getByText('nora@staff.example').last().waitFor()
  await page.getByText('Not set').waitFor()
})

test('a rejected provider sign-in shows a message on the sign-in page', async () => {
  provider.person = { sub: 'nobody' }
  const page = await workbench.visit('/app/sign-in')
  await page.getByRole('button', { name: 'Sign in with Staff sign-in' }).click()
  await page.getByText('Your provider did not send your email address').waitFor()
})

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
