import { describe, expect, test } from 'vitest'
import { toArchive, readMembers, peerArchive, sendArchive, writeArchive } from '../support/archives.ts'
import { createWorkspace, getRuleAt, setRule, type Workspace } from '../support/authoring.ts'
import type { Body } from '../support/rest.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const CONFIGURABLE = 'Applicable - Configurable'
const GOOD_CHECK = 'Run the command. If it answers nothing, this is a finding.'

const readReadiness = async (workspace: Workspace): Promise<Body> =>
  (await workspace.as.viewer.get(`/api/components/${workspace.component.id}/readiness`)).body

/** The findings of the first requirement, except whether it can be locked. */
async function readFindings(workspace: Workspace): Promise<Body[]> {
  const { findings } = await readReadiness(workspace)
  return findings.filter(
    ({ code, rule_id: id }: Body) => id === workspace.rules[0] && code !== 'rule.lockable',
  )
}
const listCodes = (findings: Body[]) => findings.map(({ code, section }) => [code, section])

/** Sets texts of the first requirement and its parts. */
async function write(
  workspace: Workspace,
  rule: Parameters<typeof setRule>[2],
  parts: { check?: string; discussion?: string; mitigations?: string; severityReason?: string } = {},
): Promise<void> {
  const id = getRuleAt(workspace, 0)
  const texts = {
    status: CONFIGURABLE,
    title: 'The system must encrypt.',
    fixtext: 'Set encrypt = yes.',
  } as const
  await setRule(world, id, { ...texts, ...rule })
  const { check = GOOD_CHECK, discussion = 'Why it matters.', mitigations, severityReason } = parts
  await world.database.queries
    .updateTable('rule_checks')
    .set({ content: check })
    .where('rule_id', '=', id)
    .execute()
  await world.database.queries
    .updateTable('disa_descriptions')
    .set({
      vuln_discussion: discussion,
      mitigations: mitigations ?? null,
      severity_override_guidance: severityReason ?? null,
    })
    .where('rule_id', '=', id)
    .execute()
}

const setPolicy = (workspace: Workspace, readiness_policy: unknown, as: keyof Workspace['as'] = 'admin') =>
  workspace.as[as].patch(`/components/${workspace.component.id}`, { component: { readiness_policy } })

describe("DISA's field rules", () => {
  test('C-81: a configurable requirement needs title, discussion, check and fix', async () => {
    const workspace = await createWorkspace(world, { rules: 1 })
    await write(workspace, { title: ' ', fixtext: null }, { check: '\t', discussion: '\u00A0' })
    const findings = await readFindings(workspace)
    expect(listCodes(findings)).toEqual([
      ['rule.title_missing', 'Title'],
      ['rule.discussion_missing', 'Vulnerability Discussion'],
      ['rule.check_missing', 'Check'],
      ['rule.fix_missing', 'Fix'],
    ])
    expect(findings[2]).toEqual({
      code: 'rule.check_missing',
      rule_id: getRuleAt(workspace, 0),
      displayed_name: 'ABCD-01-000001',
      section: 'Check',
      text: 'Applicable - Configurable without check',
      source: 'disa_field_rule',
    })
    const body = await readReadiness(workspace)
    expect(body.lockable).toBe(0)
    await setPolicy(workspace, { lock: ['rule.check_missing'], release: [] })
    const lock = () =>
      workspace.as.admin.post(`/components/${workspace.component.id}/lock`, {
        review: { action: 'lock_control', comment: 'All' },
      })
    const locked = await lock()
    expect([locked.status, locked.body.reason]).toEqual([422, 'component.nothing_to_lock'])
    await setPolicy(workspace, null)
    expect((await lock()).status).toBe(200)
  })

  test('C-81: the other statuses need mitigations, artifact and justification', async () => {
    const workspace = await createWorkspace(world, { rules: 1 })
    const status = async (name: string, rule = {}, parts = {}) => {
      await write(workspace, { status: name as 'Not Applicable', ...rule }, parts)
      return listCodes(await readFindings(workspace))
    }
    const [unmet, inherent] = ['Applicable - Does Not Meet', 'Applicable - Inherently Meets']
    expect(await status(unmet)).toEqual([['rule.mitigations_missing', 'DISA Metadata']])
    expect(await status(unmet, {}, { mitigations: 'A firewall.' })).toEqual([])
    expect(await status(inherent)).toEqual([
      ['rule.artifacts_missing', 'Artifact Description'],
      ['rule.justification_missing', 'Status'],
    ])
    expect(await status('Not Applicable')).toEqual([['rule.justification_missing', 'Status']])
    expect(await status('Not Applicable', { status_justification: 'No radio.' })).toEqual([])
  })

  test('C-81: a changed severity requires a reason and is shown next to the SRG’s', async () => {
    const workspace = await createWorkspace(world, { rules: 1 })
    await write(workspace, { rule_severity: 'high' })
    const [finding] = await readFindings(workspace)
    expect(finding).toMatchObject({ code: 'rule.severity_reason_missing', section: 'Severity' })
    expect(finding?.['text']).toContain("severity high instead of the SRG's medium")
    await write(workspace, { rule_severity: 'high' }, { severityReason: 'It is exposed.' })
    expect(await readFindings(workspace)).toEqual([])
  })
})

describe('wording that DISA rejects', () => {
  test.each([
    ['rule.finding_statement_missing', 'Check', {}, { check: 'Run the command. This is not a finding.' }],
    ['rule.fix_repeats_title', 'Fix', { fixtext: ' the system  must ENCRYPT' }, {}],
    ['rule.and_or', 'Title', { title: 'Encrypt and/or sign.' }, {}],
    ['rule.to_be_determined', 'Vulnerability Discussion', {}, { discussion: 'TBD' }],
    ['rule.to_be_determined', 'Fix', { fixtext: 'The value is to be determined.' }, {}],
    ['rule.to_be_determined', 'Fix', { fixtext: 'The value is tbd.' }, {}],
    ['rule.to_be_determined', 'Fix', { fixtext: 'The value (T.B.D.) is set.' }, {}],
    ['rule.placeholder', 'Fix', { fixtext: 'Set <insert value> in the file.' }, {}],
    ['rule.placeholder', 'Check', {}, { check: `[Name of the file]: ${GOOD_CHECK}` }],
    ['rule.inspec_invalid', null, { inspec_control_body: 'describe file( do' }, {}],
  ] as const)('C-81: causes the finding %s in %s', async (code, section, rule, parts) => {
    const workspace = await createWorkspace(world, { rules: 1 })
    await write(workspace, rule, parts)
    expect(listCodes(await readFindings(workspace))).toEqual([[code, section]])
    expect((await readReadiness(workspace)).lockable).toBe(1)
  })

  test('C-81: is not reported in commands, regular expressions, sections of files and Ruby', async () => {
    const workspace = await createWorkspace(world, { rules: 1 })
    await write(
      workspace,
      {
        fixtext: 'Add to [Service]: a[0-9]+[[:alpha:]] <b>',
        inspec_control_body: "describe file('/a') do\n  it { should exist }\nend\n__END__\ndata (",
      },
      { check: `[root@host ~]# grep "[a-z]" /etc/x && run --or y\n${GOOD_CHECK}` },
    )
    expect(await readFindings(workspace)).toEqual([])
  })
})

describe('the readiness policy of a component', () => {
  test('C-81: blocks single and bulk locks and approvals by its finding codes', async () => {
    const workspace = await createWorkspace(world, { rules: 1 })
    await write(workspace, { title: 'Encrypt and/or sign.' })
    const step = (action: string, as: 'author' | 'reviewer' | 'admin' = 'admin') =>
      workspace.as[as].post(`/rules/${getRuleAt(workspace, 0)}/reviews`, {
        review: { action, comment: 'So' },
      })
    expect((await setPolicy(workspace, { lock: ['rule.and_or'], release: [] })).status).toBe(200)
    const single = await step('lock_control')
    expect([single.status, single.body.reason]).toEqual([422, 'rule.not_ready'])
    expect(single.body.toast.message.join()).toContain('contains "and/or"')
    await step('request_review', 'author')
    expect((await step('approve', 'reviewer')).body.reason).toBe('rule.not_ready')
    expect((await workspace.rule(getRuleAt(workspace, 0)))['locked']).toBe(false)
    await step('revoke_review_request', 'author')
    const bulk = await workspace.as.admin.post(`/components/${workspace.component.id}/lock`, {
      review: { action: 'lock_control', comment: 'All' },
    })
    expect(bulk.body.reason).toBe('component.nothing_to_lock')
    expect((await readReadiness(workspace)).policy).toEqual({
      lock: ['rule.and_or'],
      release: [],
      is_default: false,
    })
    await setPolicy(workspace, null)
    expect((await step('lock_control')).status).toBe(200)
  })

  test('C-81: checks InSpec code if that code blocks locking', async () => {
    const workspace = await createWorkspace(world, { rules: 1 })
    await write(workspace, { inspec_control_body: 'describe file( do' })
    await setPolicy(workspace, { lock: ['rule.inspec_invalid'], release: [] })
    const lock = () =>
      workspace.as.admin.post(`/components/${workspace.component.id}/lock`, {
        review: { action: 'lock_control', comment: 'All' },
      })
    expect((await lock()).body.reason).toBe('component.nothing_to_lock')
    await write(workspace, { inspec_control_body: 'describe(1) { it { should eq 1 } }' })
    expect((await lock()).status).toBe(200)
  })

  test('C-37, C-38, C-81: rejects a release because of findings that block it, as the release gate reports', async () => {
    for (const type of ['stig', 'srg'] as const) {
      const component = { prefix: 'RDPL-00', name: `Policy ${type}`, version: 1, release: 1 }
      const workspace = await createWorkspace(world, { rules: 1, type, component })
      const status = type === 'stig' ? CONFIGURABLE : 'Applicable'
      await write(workspace, { status, locked: true, title: 'Encrypt and/or sign.' })
      await setPolicy(workspace, { lock: [], release: ['rule.and_or'] })
      const release = () =>
        type === 'stig'
          ? workspace.as.admin.patch(`/components/${workspace.component.id}`, {
              component: { released: true },
            })
          : workspace.as.systemAdmin.post(`/components/${workspace.component.id}/release`, {})
      const rejected = await release()
      expect([rejected.status, rejected.body.reason]).toEqual([422, 'component.blocking_findings'])
      const { gates, releasable } = await readReadiness(workspace)
      const gate = gates.find(({ code }: Body) => code === 'component.blocking_findings')
      expect([releasable, gate.text]).toEqual([false, rejected.body.toast.message[0]])
      await write(workspace, { status, locked: true })
      expect((await release()).status).toBe(200)
    }
  })

  test('C-34, C-81: is set by component admins, accepts only known codes, and is included in copies and backups', async () => {
    const workspace = await createWorkspace(world, { rules: 1 })
    const policy = { lock: ['rule.placeholder'], release: ['rule.fix_missing'] }
    expect((await setPolicy(workspace, policy, 'author')).status).toBe(403)
    const unknown = await setPolicy(workspace, { lock: ['rule.nice'], release: [] })
    expect([unknown.status, Object.keys(unknown.body.errors)[0]]).toEqual([
      422,
      expect.stringContaining('readiness_policy'),
    ])
    expect((await readReadiness(workspace)).policy.is_default).toBe(true)
    await setPolicy(workspace, policy)
    const copy = await workspace.as.admin.post(`/projects/${workspace.project.id}/components`, {
      component: { id: workspace.component.id, duplicate: true, name: 'A copy', prefix: 'COPY-01' },
    })
    const copied = await workspace.as.viewer.get(`/api/components/${copy.body.component.id}/readiness`)
    expect(copied.body.policy).toMatchObject(policy)
    const members = readMembers(await writeArchive(world, { componentIds: [workspace.component.id] }))
    expect(members['component.json'].readiness_policy).toEqual(policy)
    const srg = await world.createSrg()
    const path = `/projects/${workspace.project.id}/import_backup`
    const bytes = toArchive(peerArchive({ srg, component: { readiness_policy: policy } }))
    expect((await sendArchive(workspace.as.admin, path, bytes)).status).toBe(200)
    const stored = await world.database.queries
      .selectFrom('components')
      .select('readiness_policy')
      .where('name', '=', 'Moved in')
      .where('project_id', '=', workspace.project.id)
      .executeTakeFirstOrThrow()
    expect(stored.readiness_policy).toEqual(policy)
  })
})

test('C-81: a caller can limit the findings; counts and gates stay complete', async () => {
  const workspace = await createWorkspace(world, { rules: 3 })
  const path = `/api/components/${workspace.component.id}/readiness`
  const all = await readReadiness(workspace)
  const { body: counts } = await workspace.as.viewer.get(`${path}?findings_limit=0`)
  expect(counts).toEqual({ ...all, findings: [], findings_left_out: all.findings.length })
  const { body: some } = await workspace.as.viewer.get(`${path}?findings_limit=2`)
  expect(some.findings).toEqual(all.findings.slice(0, 2))
  for (const limit of ['-1', '5001', 'many']) {
    const { status, body } = await workspace.as.viewer.get(`${path}?findings_limit=${limit}`)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['findings_limit']])
  }
})
