import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { toCsvLine } from '../../src/formats/csv.ts'
import { diffWords } from '../../src/lib/word-diff.ts'
import { createWorkspace, linkSatisfaction, setRule, type Workspace } from '../support/authoring.ts'
import { unique } from '../support/factories.ts'
import type { Body } from '../support/rest.ts'
import { createGuideFile, uploadGuide } from '../support/uploads.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let workspace: Workspace
let rule: number

beforeAll(async () => {
  workspace = await createWorkspace(world)
  rule = workspace.rules[0] ?? 0
  await workspace.as.author.patch(`/rules/${rule}`, {
    rule: { fixtext: 'Configure it well.', audit_comment: '=SUM(1)' },
  })
})

describe('the audit log', () => {
  test('is listed by record, paged and filtered, for viewers of the record', async () => {
    const readPage = async (query: string, role: keyof Workspace['as'] = 'viewer') =>
      workspace.as[role].get(`/api/audits?${query}`)
    const all = (await readPage(`project_id=${workspace.project.id}&per_page=2`)).body
    expect(all.rows).toHaveLength(2)
    expect(all.pagination).toEqual({ page: 1, per_page: 2, total: 5 })
    const ofRule = (await readPage(`rule_id=${rule}&action=update`)).body
    expect(ofRule.rows).toMatchObject([{ name: workspace.people.author.name, comment: '=SUM(1)' }])
    const byActor = (
      await readPage(`component_id=${workspace.component.id}&actor_id=${workspace.people.author.id}`)
    ).body
    expect(byActor.pagination.total).toBe(1)
    expect((await readPage(`project_id=${workspace.project.id}&from=2999-01-01`)).body.rows).toEqual([])
    expect((await readPage('')).status).toBe(403)
    expect((await readPage('', 'systemAdmin')).status).toBe(200)
    expect((await readPage(`rule_id=${rule}`, 'nonMember')).status).toBe(404)
    for (const name of ['project_id', 'component_id', 'rule_id']) {
      expect((await readPage(`${name}=0`)).status).toBe(404)
    }
    expect((await readPage(`project_id=${workspace.project.id}&per_page=101`)).status).toBe(422)
    for (const from of ['yesterday', '0000-01-01']) {
      expect((await readPage(`project_id=${workspace.project.id}&from=${from}`)).status).toBe(422)
    }
  })

  test('A-82, C-69: names requirements and formats times and maps readably, even if the component is deleted', async () => {
    const workspace = await createWorkspace(world)
    const id = workspace.rules[0] ?? 0
    const path = `/components/${workspace.component.id}`
    await workspace.as.admin.patch(`/rules/${id}/section_locks`, { section: 'Fix', locked: true })
    for (const Team of ['Blue', 'Red']) {
      await workspace.as.admin.patch(path, {
        component: {
          component_metadata_attributes: { data: { Team } },
          comment_period_ends_at: '2030-01-01',
        },
      })
    }
    const { body: locked } = await workspace.as.viewer.get(`/api/audits?rule_id=${id}`)
    expect(locked.rows[0].audited_changes).toEqual([
      { field: 'locked_fields', prev_value: {}, new_value: { Fix: true } },
    ])
    const { body: changed } = await workspace.as.viewer.get(`${path}/histories`)
    expect(changed[0].audited_changes).toEqual([
      { field: 'metadata', prev_value: { Team: 'Blue' }, new_value: { Team: 'Red' } },
    ])
    expect(changed[1].audited_changes).toContainEqual({
      field: 'comment_period_ends_at',
      prev_value: null,
      new_value: '2030-01-01 00:00:00 UTC',
    })
    const { audited_name: name } = locked.rows[0]
    expect((await workspace.as.admin.delete(path)).status).toBe(200)
    const { body: remaining } = await workspace.as.viewer.get(
      `/api/audits?project_id=${workspace.project.id}`,
    )
    const actions = remaining.rows
      .filter((row: Body) => row.audited_name === name)
      .map(({ action }: Body) => action)
    expect(actions).toEqual(['update', 'create'])
  })

  test('is exported as CSV with formulas escaped, and as JSON lines (C-73)', async () => {
    const csv = await workspace.as.viewer.get(`/api/audits/export/csv?rule_id=${rule}`)
    expect(csv.headers.get('content-type')).toContain('text/csv')
    expect(csv.text.split('\r\n')[0]).toBe(
      'id,created_at,name,action,auditable_type,auditable_id,audited_name,comment,audited_changes,occurrences',
    )
    expect(csv.text).toContain("'=SUM(1)")
    expect(csv.text.trimEnd().split('\r\n').at(-1)).toMatch(/,1$/)
    const lines = await workspace.as.viewer.get(`/api/audits/export/jsonl?rule_id=${rule}`)
    expect(
      lines.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).action),
    ).toEqual(['update', 'create'])
    const wrong = await workspace.as.viewer.get(`/api/audits/export/xml?rule_id=${rule}`)
    expect([wrong.status, wrong.body.reason]).toEqual([400, 'parameter_invalid'])
    const nonMember = await workspace.as.nonMember.get(`/api/audits/export/xml?rule_id=${rule}`)
    expect(nonMember.status).toBe(404)
  })

  test('A-82: contains people by name and times in ISO format (C-70, E-9)', async () => {
    const workspace = await createWorkspace(world)
    const [child = 0, parent = 0, deleted = 0] = workspace.rules
    const { component, people, as } = workspace
    const member = await world.createUser()
    await as.admin.post('/memberships', {
      membership: {
        membership_type: 'Component',
        membership_id: component.id,
        user_id: member.id,
        role: 'viewer',
      },
    })
    const comment = { action: 'comment', comment: 'Why?', section: 'fixtext' }
    const { review } = (await as.viewer.post(`/rules/${child}/reviews`, { review: comment })).body
    await as.author.patch(`/reviews/${review.id}/assignment`, { assignee_id: people.reviewer.id })
    await as.author.patch(`/reviews/${review.id}/triage`, { triage_status: 'informational' })
    await as.admin.delete(`/rules/${deleted}`)
    const { rows } = (await as.viewer.get(`/api/audits?component_id=${component.id}`)).body
    const changes = rows.flatMap((row: Body) => row.audited_changes)
    const findNewValue = (field: string) => changes.find((change: Body) => change.field === field)?.new_value
    expect(rows.find((row: Body) => row.auditable_type === 'Membership').audited_name).toBe(member.name)
    expect([findNewValue('user'), findNewValue('assignee'), findNewValue('adjudicated_by')]).toEqual([
      member.name,
      people.reviewer.name,
      people.author.name,
    ])
    for (const field of ['user_id', 'assignee_id', 'adjudicated_by_id']) {
      expect(findNewValue(field)).toBeUndefined()
    }
    expect(findNewValue('deleted_at')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/)
    await linkSatisfaction(workspace, child, parent)
    const history = (await as.viewer.get(`/rules/${child}/histories`)).body.rows
    const nesting = history.find((row: Body) => row.action === 'satisfy')
    expect(nesting.audited_changes.every((change: Body) => Array.isArray(change.diff))).toBe(true)
  })

  test('the audit log of a requirement shows changed texts word by word', async () => {
    const { body } = await workspace.as.viewer.get(`/rules/${rule}/histories?per_page=1`)
    expect(body.pagination.total).toBe(2)
    expect(body.rows[0].audited_changes).toMatchObject([
      {
        field: 'fixtext',
        diff: [
          { op: 'equal', text: 'Configure ' },
          { op: 'delete', text: 'it.' },
          { op: 'insert', text: 'it well.' },
        ],
      },
    ])
  })
})

describe('a text comparison over the size limit', () => {
  /** Creates this many edits of a long text that share no words; the list returns the newest first. */
  async function createEdited(entries: number, words: number): Promise<Body[]> {
    const workspace = await createWorkspace(world)
    const id = workspace.rules[0] ?? 0
    const createText = (key: string) =>
      sql`(select string_agg(substr(md5(${key} || n || '-' || i), 1, 8), ' ') from generate_series(1, ${words}::int) i)`
    await sql`insert into audit_entries (action, auditable_type, auditable_id, project_id, component_id, rule_id, changes,
        actor_type, actor_name)
      select 'update', 'BaseRule', ${id}, ${workspace.project.id}, ${workspace.component.id}, ${id},
        jsonb_build_object('fixtext', jsonb_build_array(${createText('a')}, ${createText('b')})), 'System', 'System'
      from generate_series(1, ${entries}::int) n`.execute(world.database.queries)
    // On a busy machine the comparison can exceed its time limit; the answer is then a retryable 503.
    const read = () => workspace.as.viewer.get(`/rules/${id}/histories?per_page=100`)
    await expect.poll(async () => (await read()).status, { timeout: 120_000, interval: 1000 }).toBe(200)
    const { body } = await read()
    return body.rows.flatMap((row: Body) =>
      row.audited_changes.filter((change: Body) => change.field === 'fixtext'),
    )
  }

  test('is marked on each text, which is included in full', async () => {
    const changes = await createEdited(40, 900)
    expect(changes).toHaveLength(40)
    const compared = changes.filter((change) => Array.isArray(change.diff))
    const omitted = changes.filter((change) => change.diff_left_out === true)
    expect([compared.length > 0, omitted.length > 0, compared.length + omitted.length]).toEqual([
      true,
      true,
      40,
    ])
    for (const change of omitted) {
      expect([change.diff, change.shortened, change.new_value.length > 5000]).toEqual([
        undefined,
        undefined,
        true,
      ])
    }
  })

  test('is also marked on shortened texts', async () => {
    const shortened = (await createEdited(100, 1100)).filter((change) => change.shortened === true)
    expect(shortened.length).toBeGreaterThan(0)
    for (const change of shortened) expect([change.diff, change.diff_left_out]).toEqual([undefined, true])
  })
})

test('word differences reproduce both texts', () => {
  for (const [a, b] of [
    ['', 'new words'],
    ['same', 'same'],
    ['a  b\nc', 'a b c'],
    ['one two three four', 'zero two four five'],
  ] as const) {
    const runs = diffWords(a, b)
    const joinRuns = (...ops: string[]) =>
      runs
        .filter(({ op }) => ops.includes(op))
        .map(({ text }) => text)
        .join('')
    expect([joinRuns('equal', 'delete'), joinRuns('equal', 'insert')]).toEqual([a, b])
  }
})

test('a CSV line quotes values that need quotes', () => {
  expect(toCsvLine(['a', 'b,c', 'd"e', null, 5, '-1'])).toBe('a,"b,c","d""e",,5,\'-1\r\n')
})

describe('find and replace', () => {
  test('C-59: replaces texts everywhere, skips and names locked requirements, and supports a dry run', async () => {
    const workspace = await createWorkspace(world)
    const [first = 0, two = 0, three = 0] = workspace.rules
    await world.database.queries.updateTable('rules').set({ locked: true }).where('id', '=', two).execute()
    await world.database.queries
      .updateTable('rules')
      .set({ locked_fields: { Check: true } })
      .where('id', '=', three)
      .execute()
    const call = async (more: Record<string, unknown>, role: keyof Workspace['as'] = 'author') =>
      workspace.as[role].post(`/components/${workspace.component.id}/find_and_replace`, {
        find: 'CONFIGURE',
        replace: 'set up',
        ...more,
      })
    const dry = (await call({ dry_run: true })).body
    expect(dry.rows).toHaveLength(6)
    expect((await workspace.rule(first)).fixtext).toBe('Configure it.')
    const { body } = await call({})
    expect(body.rows.filter((row: Body) => row.skipped === null)).toHaveLength(3)
    expect(await workspace.rule(first)).toMatchObject({ fixtext: 'set up it.', lock_version: 2 })
    expect((await workspace.rule(first)).checks_attributes[0].content).toBe('Look whether it is set upd.')
    expect((await workspace.rule(first)).histories[0].comment).toContain('Replaced "CONFIGURE"')
    expect((await workspace.rule(two)).fixtext).toBe('Configure it.')
    expect((await workspace.rule(three)).fixtext).toBe('set up it.')
    expect((await call({ case_sensitive: true })).body.rows).toEqual([])
    expect((await call({ find: ' ' })).status).toBe(422)
    expect((await call({ find: undefined })).body.reason).toBe('parameter_missing')
    expect((await call({}, 'viewer')).status).toBe(403)
  })

  test('C-59: is limited to the named fields and requirements', async () => {
    const workspace = await createWorkspace(world)
    const { body } = await workspace.as.author.post(
      `/components/${workspace.component.id}/find_and_replace`,
      {
        find: 'configure',
        replace: 'x$&y',
        fields: ['fixtext', 'fixtext'],
        rule_ids: [workspace.rules[0]],
      },
    )
    expect(body.rows).toMatchObject([{ id: workspace.rules[0], field: 'fixtext', after: 'x$&y it.' }])
    expect(body.rows).toHaveLength(1)
  })

  test('C-59: replaces single texts from a dry run, and one request undoes all of it', async () => {
    const workspace = await createWorkspace(world)
    const path = `/components/${workspace.component.id}`
    const search = { find: 'configure', replace: '' }
    const preview = (await workspace.as.author.post(`${path}/find_and_replace`, { ...search, dry_run: true }))
      .body
    expect(preview.update_id).toBeNull()
    const matches = preview.rows.filter(({ id }: Body) => id !== workspace.rules[2])
    const texts = matches.map(({ id, field }: Body) => ({ id, field }))
    const before = await Promise.all(workspace.rules.map((id) => workspace.rule(id)))
    const { body } = await workspace.as.author.post(`${path}/find_and_replace`, { ...search, texts })
    expect(body.rows).toEqual(matches)
    expect((await workspace.rule(workspace.rules[0] ?? 0)).fixtext).toBe(' it.')
    expect(await workspace.rule(workspace.rules[2] ?? 0)).toEqual(before[2])
    const undo = (role: keyof Workspace['as']) =>
      workspace.as[role].post(`${path}/rules/undo_bulk_update`, { update_id: body.update_id })
    expect((await undo('admin')).status).toBe(409)
    expect((await undo('author')).body.changed).toBe(2)
    for (const rule of before.slice(0, 2)) {
      const { fixtext, checks_attributes, lock_version, inspec_control_file } = await workspace.rule(rule.id)
      expect([fixtext, checks_attributes[0].content, lock_version]).toEqual([
        rule.fixtext,
        rule.checks_attributes[0].content,
        3,
      ])
      expect(inspec_control_file).toContain('Configure it.')
    }
    expect((await undo('author')).status).toBe(409)
  })

  test('C-59: the undo keeps a replacement if the requirement has changed since', async () => {
    const workspace = await createWorkspace(world)
    const path = `/components/${workspace.component.id}`
    const { body } = await workspace.as.author.post(`${path}/find_and_replace`, {
      find: 'Configure',
      replace: 'Set',
    })
    await workspace.as.author.patch(`/rules/${workspace.rules[1]}`, { rule: { title: 'Newer' } })
    const undone = await workspace.as.author.post(`${path}/rules/undo_bulk_update`, {
      update_id: body.update_id,
    })
    expect([undone.status, undone.body.reason]).toEqual([409, 'rule.update_overtaken'])
    expect((await workspace.rule(workspace.rules[0] ?? 0)).fixtext).toBe('Set it.')
  })

  test('C-59: rejects texts of requirements in other components and of fields that are not searched', async () => {
    const workspace = await createWorkspace(world)
    const replace = (texts: unknown) =>
      workspace.as.author.post(`/components/${workspace.component.id}/find_and_replace`, {
        find: 'configure',
        replace: 'x',
        texts,
      })
    const wrongField = await replace([{ id: rule, field: 'fixtext' }])
    expect([wrongField.status, Object.keys(wrongField.body.errors)]).toEqual([422, ['texts']])
    for (const texts of [
      [],
      [{ id: workspace.rules[0], field: 'rule_id' }],
      [{ id: workspace.rules[0] }],
      'x',
    ]) {
      expect((await replace(texts)).status).toBe(422)
    }
    expect((await workspace.rule(workspace.rules[0] ?? 0)).lock_version).toBe(1)
  })

  test('rejects requirements that are unknown, deleted or in other components (E-4)', async () => {
    const workspace = await createWorkspace(world)
    const [changedSince = 0, deleted = 0] = workspace.rules
    await workspace.as.admin.delete(`/rules/${deleted}`)
    for (const id of [rule, deleted, 2_000_000_000]) {
      const { status, body } = await workspace.as.author.post(
        `/components/${workspace.component.id}/find_and_replace`,
        { find: 'configure', replace: 'x', rule_ids: [changedSince, id] },
      )
      expect([id, status, Object.keys(body.errors ?? {})]).toEqual([id, 422, ['rule_ids']])
    }
    expect((await workspace.rule(changedSince)).lock_version).toBe(1)
  })
})

test('C-62: related requirements share the SRG requirement in components and in STIGs', async () => {
  const srg = Number((await world.createSrg()).id)
  const [first, two] = [await createWorkspace(world, { srg }), await createWorkspace(world, { srg })]
  const rules = [{ version: 'ABC-1' }]
  // Other test files publish guides with the same numbers in this database.
  const shared = unique('SRG-OWN')
  for (const rule of [first.rules[0] ?? 0, two.rules[0] ?? 0]) await setRule(world, rule, { version: shared })
  await uploadGuide(first.as.systemAdmin, createGuideFile({ rules }), { path: '/stigs' })
  const path = `/rules/${first.rules[0]}/search/related_rules`
  expect((await first.as.viewer.get(path)).body).toEqual({ rules: [], parents: [] })
  await world.join(first.people.viewer, two.project, 'viewer')
  const { body } = await first.as.viewer.get(path)
  expect(body.rules).toMatchObject([{ id: two.rules[0], displayed_name: 'ABCD-01-000001' }])
  expect(body.parents).toMatchObject([{ id: two.component.id, project: { id: two.project.id } }])
  const version = unique('SRG-ODD')
  const stig = (await uploadGuide(first.as.systemAdmin, createGuideFile({ rules }), { path: '/stigs' })).body
    .stig
  const changed = two.rules[1] ?? 0
  await setRule(world, changed, { version })
  const published = world.database.queries.updateTable('stig_rules').where('stig_id', '=', stig.id)
  await published.set({ srg_id: version }).execute()
  const related = (await two.as.viewer.get(`/rules/${changed}/search/related_rules`)).body
  expect(related).toMatchObject({
    rules: [{ stig_id: stig.id, version: 'ABC-1' }],
    parents: [{ id: stig.id }],
  })
  const srgPlace = await createWorkspace(world, { type: 'srg' })
  expect((await srgPlace.as.viewer.get(`/rules/${srgPlace.rules[0]}/search/related_rules`)).status).toBe(404)
})
