import { describe, expect, test } from 'vitest'
import { parseBenchmark } from '../../src/formats/xccdf.ts'
import { createWorkspace, type Workspace } from '../support/authoring.ts'
import { unique } from '../support/factories.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const getQueries = () => world.database.queries
const updateRules = (workspace: Workspace, values: object) =>
  getQueries().updateTable('rules').set(values).where('component_id', '=', workspace.component.id).execute()
const release = (workspace: Workspace, role: keyof Workspace['as'] = 'systemAdmin') =>
  workspace.as[role].post(`/components/${workspace.component.id}/release`)

async function createDocument(input: Record<string, unknown> = {}): Promise<Workspace> {
  return createWorkspace(world, {
    type: 'srg',
    component: { name: `${unique('Docs')} SRG`, prefix: 'CNTR-00', version: 2, release: 4, ...input },
  })
}

describe('releasing an SRG component', () => {
  test('C-5: creates identifiers, adds the guide to the catalog and closes the component (C-38, C-39)', async () => {
    const document = await createDocument()
    const [, second, third] = document.rules
    await updateRules(document, { status: 'Applicable', locked: true, title: 'A <b> & "c"' })
    await getQueries()
      .updateTable('rules')
      .set({ status: 'Not Applicable', status_justification: 'No' })
      .where('id', '=', second ?? 0)
      .execute()
    const { status, body } = await release(document)
    expect([status, body.toast?.variant]).toEqual([200, 'success'])
    const srgId = document.component.name.replaceAll(' ', '_')
    expect(body.catalog_srg).toMatchObject({ srg_id: srgId, version: 'V2R4' })
    expect(body.changelog).toMatchObject({ version: 'V2R4', removals: [] })
    const guide = (await document.as.nonMember.get(`/srgs/${body.catalog_srg.id}`)).body
    expect(guide).toMatchObject({ core: false, release_date: new Date().toISOString().slice(0, 10) })
    expect(guide.srg_rules).toMatchObject([
      { rule_id: 'SV-CNTR-00-000001', version: 'SRG-APP-000001-CNTR-000001', title: 'A <b> & "c"' },
      { rule_id: 'SV-CNTR-00-000003', version: 'SRG-APP-000003-CNTR-000002' },
    ])
    const { xml } = await getQueries()
      .selectFrom('srg_documents')
      .select('xml')
      .where('srg_id', '=', body.catalog_srg.id)
      .executeTakeFirstOrThrow()
    const read = parseBenchmark(Buffer.from(xml), 'srg')
    expect(read.rules.map((rule) => [rule.ruleId, rule.title, rule.checkContent])).toEqual(
      guide.srg_rules.map((rule: { rule_id: string; title: string }) => [
        rule.rule_id,
        rule.title,
        'Look whether it is configured.',
      ]),
    )
    const removedRule = await document.rule(third ?? 0)
    expect(removedRule.version).toBe('SRG-APP-000003-CNTR-000002')
    expect(removedRule.histories[0].comment).toContain('SRG-APP-000003-CNTR-000002')
    const again = [(await release(document, 'admin')).status, (await release(document)).status]
    expect(again).toEqual([403, 422])
    expect((await document.as.nonMember.get(`/components/${document.component.id}`)).status).toBe(200)
  })

  test('publishes requirements without a title, and under the longest allowed name (C-38)', async () => {
    const name = unique('Docs').padEnd(255, 'x')
    const document = await createDocument({ name })
    await updateRules(document, { status: 'Applicable', locked: true, title: null })
    const { status, body } = await release(document)
    expect([status, body.catalog_srg]).toMatchObject([200, { srg_id: name, version: 'V2R4' }])
    const guide = (await document.as.nonMember.get(`/srgs/${body.catalog_srg.id}`)).body
    expect(guide.srg_rules.map((rule: { title: unknown }) => rule.title)).toEqual([null, null, null])
  })

  test('is allowed for system administrators only, and an attempt by a project admin changes nothing (C-38)', async () => {
    const name = unique('Forged')
    const document = await createDocument({ name, version: 99, release: 9 })
    await updateRules(document, { status: 'Applicable', locked: true })
    const member = await world.rest(await world.createMember(document.component, 'admin'))
    for (const rejected of [
      await release(document, 'admin'),
      await member.post(`/components/${document.component.id}/release`),
    ]) {
      expect([rejected.status, rejected.body.reason]).toEqual([403, 'permission_denied'])
    }
    expect((await release(document, 'nonMember')).status).toBe(404)
    const guides = (await document.as.nonMember.get('/srgs')).body.map(
      (guide: { srg_id: string }) => guide.srg_id,
    )
    expect(guides).not.toContain(name.replaceAll(' ', '_'))
    const { body } = await document.as.viewer.get(`/components/${document.component.id}`)
    expect([
      body.released,
      body.rules.some((rule: { version: string }) => rule.version.includes('CNTR')),
    ]).toEqual([false, false])
    expect((await release(document)).status).toBe(200)
  })

  test('publishes a guide without rules if no requirement applies (C-38)', async () => {
    const document = await createDocument()
    await updateRules(document, { status: 'Not Applicable', status_justification: 'No', locked: true })
    const { status, body } = await release(document)
    expect(status).toBe(200)
    expect((await document.as.nonMember.get(`/srgs/${body.catalog_srg.id}`)).body.srg_rules).toEqual([])
    expect((await document.as.viewer.get(`/components/${document.component.id}`)).body.released).toBe(true)
  })

  test('is rejected by each guard, and changes nothing', async () => {
    const document = await createDocument({ version: null })
    const releaseForReason = async () => (await release(document)).body.reason
    const updateComponent = (values: object) =>
      getQueries().updateTable('components').set(values).where('id', '=', document.component.id).execute()
    expect(await releaseForReason()).toBe('component.undetermined_rules')
    await updateRules(document, { status: 'Applicable' })
    expect(await releaseForReason()).toBe('component.unnumbered')
    await updateComponent({ version: 1, prefix: '1111-AA' })
    expect(await releaseForReason()).toBe('component.no_abbreviation')
    await updateComponent({ prefix: 'CNTR-00' })
    expect(await releaseForReason()).toBe('component.unlocked_rules')
    await updateRules(document, { locked: true })
    const existingName = document.component.name.replaceAll(' ', '_')
    await world.createSrg({ srgId: existingName, version: 'V1R4' })
    expect(await releaseForReason()).toBe('guide.duplicate')
    const minted = await getQueries()
      .selectFrom('rules')
      .select('id')
      .where('component_id', '=', document.component.id)
      .where('minted_sequence', 'is not', null)
      .execute()
    expect(minted).toEqual([])
    expect((await release(document, 'reviewer')).status).toBe(403)
    expect((await release(document, 'nonMember')).status).toBe(404)
    const stig = await createWorkspace(world)
    expect((await release(stig)).body.reason).toBe('component.release_kind')
  })
})
