import { expect, it } from 'vitest'
import { createOwnWorld } from '../support/world.ts'
import { createBenchmarkFile } from '../support/xccdf.ts'

const world = createOwnWorld({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_UPLOAD: '1/365d' })

it('the upload limit counts files, not components that are created without one', async () => {
  const admin = await world.createSystemAdmin()
  const rest = await world.rest(admin)
  const project = await world.createProject()
  const srg = await world.createSrg()
  const create = (prefix: string) =>
    rest.post(`/projects/${project.id}/components`, {
      component: { name: prefix, prefix, title: 'T', security_requirements_guide_id: srg.id },
    })
  expect((await create('AAAA-01')).status).toBe(200)
  expect((await create('AAAA-02')).status).toBe(200)

  const upload = (id: string) => {
    const form = new FormData()
    form.set('file', new File([Buffer.from(createBenchmarkFile({ id }))], 'guide-xccdf.xml'))
    return rest.post('/srgs', form)
  }
  expect((await upload('First_SRG')).status).toBe(200)
  const { status, body, headers } = await upload('Second_SRG')
  expect(status).toBe(429)
  expect(body.reason).toBe('rate_limited')
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})
