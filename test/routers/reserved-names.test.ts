import { XmlDocument } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import { createWorkspace, setComponent } from '../support/authoring.ts'
import { download } from '../support/files.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

test('C-74: archives with a component named CON unpack on Windows', async () => {
  const workspace = await createWorkspace(world, { rules: 1 })
  await setComponent(world, workspace, { name: 'CON', version: null, release: null })
  const other = await world.createComponent(workspace.project as never)
  await world.createRule(other, { status: 'Applicable - Configurable' })
  const admin = await world.createSystemAdmin()
  for (const type of ['inspec?mode=working_copy', 'markdown', 'json_archive', 'csv', 'xccdf', 'ckl']) {
    const file = await download(world, admin, `/projects/${workspace.project.id}/export/${type}`)
    const names = Object.keys(file.entries())
    expect(names.length, type).toBeGreaterThan(1)
    const parts = names.flatMap((name) => name.split('/'))
    expect(
      parts.filter((part) => /^con *(\.|$)/i.test(part)),
      type,
    ).toEqual([])
  }
})

test('C-72: an empty or blank description falls back to the title', async () => {
  const workspace = await createWorkspace(world, { rules: 1, component: { title: 'Harbor Guide' } })
  for (const description of ['', ' \n ', null]) {
    await setComponent(world, workspace, { description })
    const { bytes } = await download(
      world,
      workspace.people.viewer,
      `/components/${workspace.component.id}/export/xccdf`,
    )
    const document = XmlDocument.fromBuffer(bytes)
    const [element] = document.find('/x:Benchmark/x:description', {
      x: 'http://checklists.nist.gov/xccdf/1.1',
    })
    expect(element?.content).toBe('Harbor Guide')
    document.dispose()
  }
})
