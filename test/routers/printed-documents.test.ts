import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { createWorkspace, getRuleAt, setComponent, setRule, type Workspace } from '../support/authoring.ts'
import { download } from '../support/files.ts'
import { readPdf } from '../support/pdf.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const TYPES = {
  html: 'text/html; charset=utf-8',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}
let workspace: Workspace

const get = (path: string, role: keyof Workspace['people'] = 'viewer') =>
  download(world, workspace.people[role], path)
const toComponentPath = (type: string) => `/components/${workspace.component.id}/export/${type}`

beforeAll(async () => {
  workspace = await createWorkspace(world, { component: { name: 'Harbor Gateway', version: 1, release: 4 } })
  await setRule(world, getRuleAt(workspace, 0), {
    status: 'Applicable - Configurable',
    title: '<script>alert(1)</script>',
    fixtext: 'Set the value.',
  })
  await setComponent(world, workspace, {
    metadata: { Classification: 'UNCLASSIFIED//FOUO', secret: 'not shown' },
  })
  const review = { action: 'comment', comment: 'Which value?', section: 'fixtext' }
  await workspace.as.viewer.post(`/rules/${getRuleAt(workspace, 0)}/reviews`, { review })
})

describe.each(Object.entries(TYPES))('a component as %s (C-79)', (type, mediaType) => {
  test('is a download with the same bytes each time', async () => {
    const [first, second] = [await get(toComponentPath(type)), await get(toComponentPath(type))]
    expect(first).toMatchObject({ status: 200, type: mediaType, name: `Harbor-Gateway-V1R4.${type}` })
    expect(first.bytes).toEqual(second.bytes)
  })

  test('is available to members, and to everyone once it is released, then without comments', async () => {
    const nonMember = await world.createUser()
    expect((await download(world, nonMember, toComponentPath(type))).status).toBe(404)
    expect((await workspace.as.anonymous.get(toComponentPath(type))).status).toBe(401)
    const workplace = await createWorkspace(world, {
      component: { name: 'Released', version: 1, release: 1 },
    })
    await workplace.as.viewer.post(`/rules/${getRuleAt(workplace, 0)}/reviews`, {
      review: { action: 'comment', comment: 'Members only' },
    })
    await setComponent(world, workplace, { released: true, released_at: new Date().toISOString() })
    const path = `/components/${workplace.component.id}/export/${type}?include_comments=true`
    const [withComments, plain] = [
      await download(world, nonMember, path),
      await download(world, nonMember, `/components/${workplace.component.id}/export/${type}`),
    ]
    expect(withComments.status).toBe(200)
    expect(withComments.bytes).toEqual(plain.bytes)
  })

  test('has no mode parameter, and a project export is an archive or the single file', async () => {
    expect((await get(`${toComponentPath(type)}?mode=working_copy`)).status).toBe(400)
    expect((await get(`/projects/${workspace.project.id}/export/${type}`)).type).toBe(mediaType)
  })
})

test('a document shows the marking from the metadata, and no other entry', async () => {
  const { text } = await get(toComponentPath('html'))
  expect(text).toContain('UNCLASSIFIED//FOUO')
  expect(text).not.toContain('not shown')
  const { pages } = readPdf((await get(toComponentPath('pdf'))).bytes)
  for (const page of pages) expect(page.match(/UNCLASSIFIED\/\/FOUO/g)).toHaveLength(2)
})

test('texts of the component remain plain text in each document', async () => {
  const html = (await get(toComponentPath('html'))).text
  expect(html).not.toContain('<script>')
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  const body = unzipSync((await get(toComponentPath('docx'))).bytes)['word/document.xml']
  expect(strFromU8(body ?? new Uint8Array())).toContain('&lt;script&gt;')
  expect(readPdf((await get(toComponentPath('pdf'))).bytes).pages.join('\n')).toContain(
    '<script>alert(1)</script>',
  )
})

test('comments are included if a member requests them, and the audit log records that export', async () => {
  expect((await get(toComponentPath('html'))).text).not.toContain('Which value?')
  const path = `${toComponentPath('html')}?include_comments=true`
  expect((await get(path)).text).toContain('Which value?')
  expect((await get(`${path}&triage_status=concur`)).text).not.toContain('Which value?')
  const audits = await workspace.as.systemAdmin.get(
    `/api/audits?component_id=${workspace.component.id}&action=export_html`,
  )
  expect(audits.body.rows[0]).toMatchObject({ action: 'export_html' })
})

test('released components are part of a bulk export as documents', async () => {
  const workplace = await createWorkspace(world, { component: { name: 'Bulk', version: 2, release: 1 } })
  await setComponent(world, workplace, { released: true, released_at: new Date().toISOString() })
  const ids = `${workplace.component.id},${workspace.component.id}`
  const { status, name } = await get(`/components/bulk_export/pdf?component_ids=${ids}`)
  expect([status, name]).toEqual([200, 'Bulk-V2R1.pdf'])
})
