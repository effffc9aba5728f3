import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { ORACLES } from '../formats/oracles.ts'
import type { Body, Rest } from '../support/rest.ts'
import { uploadGuide } from '../support/uploads.ts'
import { createOwnWorld } from '../support/world.ts'

const folder = fileURLToPath(new URL('../../../shared/data/', import.meta.url))
const world = createOwnWorld()
let admin: Rest
const guides = new Map<string, Body>()

/** The number of the seed row and the next free number, by guide (rule C-20). */
const NUMBERS: Record<string, [seed: string, next: string]> = {
  General_Purpose_Operating_System: ['000102', '000204'],
  Container_Platform_SRG: ['000163', '000189'],
  Database_Generic: ['000120', '000143'],
  Web_Server_SRG: ['000073', '000127'],
}

describe.skipIf(!existsSync(folder))('the published guides', () => {
  beforeAll(async () => {
    admin = await world.rest(await world.createSystemAdmin())
    for (const { file, id } of ORACLES) {
      const [kind = ''] = file.split('/')
      const { status, body } = await uploadGuide(admin, readFileSync(folder + file), {
        path: `/${kind}`,
        name: file.split('/').at(-1) ?? '',
      })
      expect(status, `${file}: ${JSON.stringify(body).slice(0, 300)}`).toBe(200)
      guides.set(id, body.srg ?? body.stig)
    }
  }, 120_000)

  test.each(ORACLES)('C-9, C-20: $id has the counts of its file', async (oracle) => {
    const guide = guides.get(oracle.id)
    const [high, medium, low] = oracle.severities.split('/').map(Number)
    expect(guide).toMatchObject({
      title: oracle.title,
      name: oracle.name,
      version: oracle.version,
      severity_counts: { high, medium, low },
      is_latest: true,
    })
    const [kind = ''] = oracle.file.split('/')
    expect(kind === 'srgs' ? guide.release_date : guide.benchmark_date).toBe(oracle.date)
    if (kind === 'srgs') expect(guide.core).toBe(oracle.core)
    const detail = (await admin.get(`/${kind}/${guide.id}`)).body
    const rules: Body[] = detail.srg_rules ?? detail.stig_rules
    expect(rules).toHaveLength((high ?? 0) + (medium ?? 0) + (low ?? 0))
    expect(rules.filter((rule) => rule.ident?.split(', ').includes('CCI-000366'))).toHaveLength(
      oracle.rows366,
    )
    expect(rules.flatMap((rule) => rule.legacy_ids?.split(', ') ?? [])).toHaveLength(oracle.legacy)
    expect(rules.filter((rule) => rule.title.length > 255)).toHaveLength(oracle.longTitles)
    for (const rule of rules) {
      expect(rule).toMatchObject({ rule_weight: '10.0', ident_system: 'http://cyber.mil/cci' })
      expect(rule.fix_id).toBe(rule.fixtext_fixref)
      expect([rule.checks_attributes.length, rule.disa_rule_descriptions_attributes.length]).toEqual([1, 1])
    }
    expect(oracle.first).toContain(rules[0]?.version)
    expect(oracle.last).toContain(rules.at(-1)?.version)
  })

  test('C-11: are listed by title', async () => {
    const titles = (await admin.get('/srgs')).body.map((srg: Body) => srg.title.split(' Security')[0])
    expect(titles).toEqual([
      'Application Core',
      'Container Platform',
      'Database',
      'General Purpose Operating System',
      'Network Core',
      'Operating System Core',
      'Web Server',
    ])
  })

  test.each(Object.entries(NUMBERS))(
    'C-20: %s becomes a STIG component with its numbers',
    async (id, [seed, next]) => {
      const guide = guides.get(id)
      const project = await world.createProject()
      const { body } = await admin.post(`/projects/${project.id}/components`, {
        component: {
          name: id,
          prefix: 'ABCD-01',
          title: id,
          security_requirements_guide_id: guide.id,
        },
      })
      expect(body.component.severity_counts).toEqual(guide.severity_counts)
      const component = body.component.id
      const added = (await admin.post(`/components/${component}/rules`, { rule: {} })).body.data
      expect(added.rule_id).toBe(next)
      const { rules } = (await admin.get(`/components/${component}/rules_picker`)).body
      const seeded = rules.find((rule: Body) => rule.version === added.version)
      expect(seeded.rule_id).toBe(seed)
      const stats = (await admin.get(`/api/components/${component}/stats`)).body
      expect(stats).toMatchObject({ completion_pct: 0, lock_pct: 0 })
      if (id === 'General_Purpose_Operating_System') {
        const twice = rules.filter((rule: Body) => rule.version === 'SRG-OS-000132-GPOS-00067')
        expect(twice.map((rule: Body) => rule.rule_id)).toEqual(['000062', '000063'])
      }
    },
  )

  test('Application Core becomes an SRG component, and not a STIG component', async () => {
    const guide = guides.get('Application_Core_SRG')
    const project = await world.createProject()
    const create = (type: string) =>
      admin.post(`/projects/${project.id}/components`, {
        component: {
          name: `App ${type}`,
          prefix: 'DSRG-00',
          title: 'App',
          document_type: type,
          version: 1,
          release: 1,
          security_requirements_guide_id: guide.id,
        },
      })
    expect((await create('stig')).body.reason).toBe('component.ineligible_source')
    const { id } = (await create('srg')).body.component
    const stats = (await admin.get(`/api/components/${id}/stats`)).body
    expect(stats).toMatchObject({ rule_count: 321, rules_by_status: { not_yet_determined: 321 } })
    await world.database.queries
      .updateTable('rules')
      .set({ status: 'Applicable', locked: true })
      .where('component_id', '=', id)
      .execute()
    const released = await admin.post(`/components/${id}/release`)
    expect(released.status, released.text.slice(0, 300)).toBe(200)
    const { srg_rules: rules } = (await admin.get(`/srgs/${released.body.catalog_srg.id}`)).body
    expect(rules).toHaveLength(321)
    expect(rules[0].version).toBe('SRG-APP-000001-DSRG-000001')
  })
})
