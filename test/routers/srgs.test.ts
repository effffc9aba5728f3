import { beforeAll, describe, expect, test } from 'vitest'
import type { User } from '../../entities/user.ts'
import { unique } from '../support/factories.ts'
import type { Rest } from '../support/rest.ts'
import { createGuideFile, createGuideFile as guide, uploadGuide } from '../support/uploads.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let admin: User
let asAdmin: Rest
let asUser: Rest

beforeAll(async () => {
  admin = await world.createSystemAdmin()
  asAdmin = await world.rest(admin)
  asUser = await world.rest(await world.createUser())
})

describe('uploading an SRG', () => {
  test('returns a toast and the guide with its counts', async () => {
    const rules = [{ severity: 'high' as const }, {}, { ident: ['CCI-000366'] }]
    const { status, body } = await uploadGuide(
      asAdmin,
      guide({ id: `A_B-1_${unique('x').replace('-', '_')}`, version: '3', release: '2', rules }),
    )
    expect(status).toBe(200)
    expect(body.toast.variant).toBe('success')
    expect(body.srg).toMatchObject({
      title: 'Test Guide',
      version: 'V3R2',
      release_date: '2026-03-16',
      core: false,
      severity_counts: { high: 1, medium: 2, low: 0 },
      is_latest: true,
      latest_available_version: null,
      latest_available_id: null,
    })
  })

  test('stores the bytes unchanged', async () => {
    const bytes = guide()
    const { body } = await uploadGuide(asAdmin, bytes)
    const row = await world.database.queries
      .selectFrom('srg_documents')
      .select('xml')
      .where('srg_id', '=', body.srg.id)
      .executeTakeFirstOrThrow()
    expect(Buffer.from(row.xml).equals(Buffer.from(bytes))).toBe(true)
  })

  test('creates one audit entry', async () => {
    const { body } = await uploadGuide(asAdmin, guide())
    const entries = await world.database.queries
      .selectFrom('audit_entries')
      .select(['action', 'actor_name'])
      .where('auditable_type', '=', 'SecurityRequirementsGuide')
      .where('auditable_id', '=', body.srg.id)
      .execute()
    expect(entries).toEqual([{ action: 'create', actor_name: admin.name }])
  })

  test('reports an existing guide the second time, and rejects different content (C-14)', async () => {
    const id = unique('Twice').replace('-', '_')
    const { body: first } = await uploadGuide(asAdmin, createGuideFile({ id }))
    const before = (await asAdmin.get('/srgs')).body.length
    const again = await uploadGuide(asAdmin, createGuideFile({ id }))
    expect([again.status, again.body.srg.id, again.body.guides[0].status]).toEqual([
      200,
      first.srg.id,
      'exists',
    ])
    const { status, body } = await uploadGuide(asAdmin, createGuideFile({ id, title: 'Another' }))
    expect([status, body.reason, body.toast.variant]).toEqual([422, 'guide.duplicate', 'danger'])
    expect(body.guides).toMatchObject([{ status: 'refused', reason: 'guide.duplicate' }])
    expect((await asAdmin.get('/srgs')).body.length).toBe(before)
  })

  test('rejects a file that is not a benchmark, with the place of the error', async () => {
    const { status, body } = await uploadGuide(
      asAdmin,
      new TextEncoder().encode('<Benchmark xmlns="http://checklists.nist.gov/xccdf/1.1">\n<x'),
    )
    expect(status).toBe(422)
    expect(body.errors.file[0]).toMatch(/Line 2/)
  })

  test('C-11: is allowed for system administrators, with a file, as multipart', async () => {
    expect((await uploadGuide(asUser, guide())).status).toBe(403)
    expect((await uploadGuide(await world.rest(), guide())).status).toBe(401)
    expect((await asAdmin.post('/srgs', new FormData())).body.reason).toBe('parameter_missing')
    expect((await asAdmin.post('/srgs', {})).status).toBe(415)
    expect((await uploadGuide(asAdmin, guide(), { name: 'guide.txt' })).body.reason).toBe('upload.extension')
  })

  test('accepts base64 content from tRPC clients', async () => {
    const content = Buffer.from(guide()).toString('base64')
    const { srg } = await world.as(admin).srgs.upload({ file: { filename: 'a.xml', content } as never })
    expect(srg?.version).toBe('V1R1')
  })
})

describe('reading SRGs', () => {
  test('C-11: lists a line in numeric order and names its newest release (C-8)', async () => {
    const [id, title] = [`Line_${unique('x').replace('-', '_')}`, `Line ${unique('x').replace('-', '_')}`]
    for (const release of ['10', '9', '2']) await uploadGuide(asAdmin, guide({ id, title, release }))
    const { body } = await asUser.get('/srgs')
    const line = body.filter((srg: { srg_id: string }) => srg.srg_id === id)
    expect(line.map((srg: { version: string }) => srg.version)).toEqual(['V1R2', 'V1R9', 'V1R10'])
    expect(line.map((srg: { latest_available_version: string }) => srg.latest_available_version)).toEqual([
      'V1R10',
      'V1R10',
      null,
    ])
  })

  test('C-9: returns the rules by version, number and id', async () => {
    const rules = [
      { version: 'SRG-2', ruleId: 'SV-9' },
      { version: 'SRG-1', ruleId: 'SV-8' },
      { version: 'SRG-2', ruleId: 'SV-3' },
    ]
    const { body } = await uploadGuide(asAdmin, guide({ rules }))
    const detail = await asUser.get(`/srgs/${body.srg.id}`)
    expect(detail.body.srg_rules.map((rule: { rule_id: string }) => rule.rule_id)).toEqual([
      'SV-8',
      'SV-3',
      'SV-9',
    ])
    expect(detail.body.srg_rules[0]).toMatchObject({
      rule_severity: 'medium',
      rule_weight: '10.0',
      vuln_id: null,
      checks_attributes: [{ content: 'Check 2', content_ref_name: 'M', _destroy: false }],
      disa_rule_descriptions_attributes: [{ vuln_discussion: 'Discussion 2', documentable: false }],
      rule_descriptions_attributes: [],
    })
  })

  test('C-11: is allowed for signed-in people, and unknown ids are 404', async () => {
    expect((await (await world.rest()).get('/srgs')).status).toBe(401)
    for (const id of ['2147483647', '0', 'x', '99999999999']) {
      expect((await asUser.get(`/srgs/${id}`)).status).toBe(404)
    }
  })
})

test('preserves unusual characters', async () => {
  const written = new TextDecoder().decode(
    guide({ rules: [{ title: 'Unit MARK record' }, { title: 'MARK' }] }),
  )
  const file = written
    .replace('<?xml version="1.0"', '<?xml version="1.1"')
    .replaceAll('MARK', '&#x1F;&#x1E;')
  expect(file).toContain('version="1.1"')
  const { body } = await uploadGuide(asAdmin, new TextEncoder().encode(file))
  const rules = await world.database.queries
    .selectFrom('srg_rules')
    .select(['title', 'mitigations'])
    .where('srg_id', '=', body.srg.id)
    .orderBy('id')
    .execute()
  expect(rules).toEqual([
    { title: 'Unit \u001F\u001E record', mitigations: null },
    { title: '\u001F\u001E', mitigations: null },
  ])
})
