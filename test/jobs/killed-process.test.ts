import { expect, test, vi } from 'vitest'
import { signIn } from '../support/http.ts'
import type { Body, Rest } from '../support/rest.ts'
import { createDirectory, startService } from '../support/service.ts'
import { createFileForm, createGuideFile } from '../support/uploads.ts'

/** Waits until the job is in this state and returns it. */
function waitForState(client: Rest, id: number, state: string): Promise<Body> {
  return vi.waitFor(
    async () => {
      const { body } = await client.get(`/jobs/${id}`)
      expect(body.state).toBe(state)
      return body
    },
    { timeout: 60_000, interval: 5 },
  )
}

test('C-71: on the embedded database, jobs of a killed process run once in the next one', async () => {
  const { path: cwd, remove } = await createDirectory()
  const first = startService({ cwd })
  const started = [first]
  try {
    const url = await first.ready
    const [, email = '', password = ''] = /email:\s+(\S+)\n\s+password: (\S+)\n/.exec(first.stdout()) ?? []
    const client = await signIn(url, email, password)
    const createGuide = (rules: number) =>
      createGuideFile({
        rules: Array.from({ length: rules }, (_, index) => ({
          version: `SRG-TEST-${String(index).padStart(6, '0')}`,
          ident: ['CCI-000366'],
        })),
      })
    const ids: number[] = []
    for (const bytes of [createGuide(1), createGuide(2000)]) {
      const { status, body } = await client.post('/srgs', createFileForm('guide.xml', bytes), {
        prefer: 'respond-async',
      })
      expect(status).toBe(202)
      ids.push(body.id)
    }
    // They may run at once; the second takes far longer.
    await waitForState(client, ids[0] ?? 0, 'done')
    first.process.kill('SIGKILL')
    await first.ended
    const second = startService({ cwd })
    started.push(second)
    const again = await signIn(await second.ready, email, password)
    for (const id of ids) await waitForState(again, id, 'done')
    const results = await Promise.all(ids.map((id) => again.get(`/jobs/${id}/result`)))
    const guides = (await again.get('/srgs')).body
    expect(new Set(guides.map(({ id }: Body) => id))).toEqual(new Set(results.map(({ body }) => body.srg.id)))
    expect(guides).toHaveLength(2)
  } finally {
    for (const { process } of started) process.kill('SIGKILL')
    await Promise.all(started.map(({ ended }) => ended))
    await remove()
  }
})
