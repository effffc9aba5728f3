import { chmod, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readmeWithCommands } from '../../client/build/command-table.ts'
import { SECTIONS, STATUSES } from '../../client/src/cli/words.ts'
import { createClient, type Client } from '../../client/src/index.ts'
import { SECTION_KEYS, TRIAGE_STATUSES } from '../../src/vocabulary.ts'
import { PASSWORD } from '../support/accounts.ts'
import { call, type Ended } from '../support/command-line.ts'
import { freshDirectory, startService, type Service } from '../support/service.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const EMAIL = 'admin@example.org'
const SAMPLE = fileURLToPath(
  new URL('../../sample/U_Harbor_Gateway_SRG_V1R2_Manual-xccdf.xml', import.meta.url),
)
const EVIL = 'Three?\u001b]0;owned\u0007 \u009b2J\u202e'
// oxlint-disable-next-line no-control-regex
const STEERING = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/
let directory: Awaited<ReturnType<typeof freshDirectory>>
let service: Service
let api: Client
let env: Record<string, string>
let reader: string
let componentId: number
let ruleIds: number[]

beforeAll(async () => {
  directory = await freshDirectory()
  const settings = { BOOTSTRAP_ADMIN_EMAIL: EMAIL, BOOTSTRAP_ADMIN_PASSWORD: PASSWORD }
  service = startService({
    cwd: directory.path,
    env: { ...settings, RATE_LIMIT_ENABLED: 'false', DATA_DIR: 'memory:' },
  })
  const url = await service.ready
  api = createClient({ url })
  await api.sessions.login.mutate({ email: EMAIL, password: PASSWORD })
  env = { RULEWRIGHT_URL: url, RULEWRIGHT_TOKEN: await aToken('write'), XDG_CONFIG_HOME: directory.path }
  reader = await aToken('read')
  await tool('upload', SAMPLE)
  const { project } = await api.projects.create.mutate({ project: { name: `Harbor ${EVIL}` } })
  const [srg] = await api.srgs.list.query({})
  const component = { name: 'Gateway', prefix: 'HGW1-01', title: 'Gateway' }
  const made = await api.components.create.mutate({
    projectId: project.id,
    component: { ...component, security_requirements_guide_id: srg?.id ?? 0 },
  })
  componentId = made.component.id
  const { rules } = await api.rules.picker.query({ componentId })
  ruleIds = rules.map(({ id }) => id)
})

afterAll(async () => {
  await service?.stop()
  await directory.remove()
})

async function aToken(scope: 'read' | 'write'): Promise<string> {
  const scopes = scope === 'read' ? (['read'] as const) : (['read', 'write'] as const)
  const given = { name: scope, scopes: [...scopes], current_password: PASSWORD }
  return (await api.tokens.create.mutate({ personal_access_token: given })).token
}

async function comments(...texts: string[]): Promise<number[]> {
  const made: number[] = []
  for (const [at, comment] of texts.entries()) {
    const review = { action: 'comment' as const, section: 'fixtext' as const, comment }
    made.push((await api.reviews.createOnRule.mutate({ ruleId: ruleIds[at] ?? 0, review })).review.id)
  }
  return made
}

/** The tool as a signed-in person calls it. */
function tool(...args: string[]): Promise<Ended> {
  return call(args, { env }).ended
}

async function rows(...args: string[]): Promise<Record<string, unknown>[]> {
  const { out, err, code } = await tool(...args, '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return out
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

const statusOf = async (reviewId: number) => (await api.reviews.get.query({ reviewId })).review.triage_status

describe('the help', () => {
  test('is the tables of the README, commands and exit codes', async () => {
    const readme = await readFile(new URL('../../client/README.md', import.meta.url), 'utf8')
    expect(readmeWithCommands(readme)).toBe(readme)
    const { out, code } = await call(['--help']).ended
    expect(code).toBe(0)
    const listed = [...readme.matchAll(/^\| `?(rulewright [^`|]+|\d+)`? \| ([^|]+) \|$/gm)]
    expect(listed.length).toBeGreaterThan(35)
    const lines = out.split('\n').map((line) => line.trim().replace(/ {2,}/, ' :: '))
    expect(listed.filter(([, term, about]) => !lines.includes(`${term} :: ${about}`))).toEqual([])
  })

  test('names every word by which comments are narrowed and decided', () => {
    expect([...STATUSES].toSorted()).toEqual(['all', ...TRIAGE_STATUSES].toSorted())
    expect([...SECTIONS].toSorted()).toEqual(['all', 'none', ...SECTION_KEYS].toSorted())
  })

  test('completes commands, options, values and files, and runs no word of the line', async () => {
    const complete = async (...words: string[]) => (await call(['complete', '--', ...words]).ended).out
    const answers = await Promise.all([
      complete('li'),
      complete('triage', '--status', 'non'),
      complete('export', 'component', '1', 'disposition_j'),
      complete('upload', ''),
      complete('list', 'comments', '--whe'),
    ])
    expect(answers[0]).toMatch(/^list\t/)
    expect(answers[1]).toBe('non_concur\t\n')
    expect(answers[2]).toBe('disposition_json\t\n')
    expect(answers[3]).toBe(':files\n')
    expect(answers[4]).toContain('--where-section\t')
    const scripts = await Promise.all(
      ['bash', 'zsh', 'fish'].map((shell) => call(['completion', shell]).ended),
    )
    for (const { code, out } of scripts) {
      expect(code).toBe(0)
      expect(out).not.toContain('eval')
    }
  })
})

describe('signing in', () => {
  test('keeps the token for its address alone, with mode 0600, prints it nowhere, and forgets it', async () => {
    const { RULEWRIGHT_URL: url = '', RULEWRIGHT_TOKEN: token = '' } = env
    const home = { XDG_CONFIG_HOME: join(directory.path, 'home') }
    const file = join(home.XDG_CONFIG_HOME, 'rulewright/credentials.json')
    const login = await call(['login', '--url', `${url}/`], { env: home, stdin: `${token}\n` }).ended
    expect(login.code).toBe(0)
    expect(login.out).toContain(EMAIL)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const known = await call(['whoami', '--json'], { env: home }).ended
    expect(JSON.parse(known.out)).toMatchObject({ url, user: { email: EMAIL } })
    const elsewhere = await call(['whoami', '--url', 'http://127.0.0.1:9'], { env: home }).ended
    expect(elsewhere).toMatchObject({ code: 3, out: '' })
    await chmod(file, 0o644)
    const open = await call(['whoami'], { env: home }).ended
    expect(open.code).toBe(3)
    await chmod(file, 0o600)
    const logout = await call(['logout'], { env: home }).ended
    expect((await call(['whoami', '--url', url], { env: home }).ended).code).toBe(3)
    for (const { out, err } of [login, known, elsewhere, open, logout]) expect(out + err).not.toContain(token)
    expect(await readFile(file, 'utf8')).not.toContain(token)
  })

  test('keeps no token that the service does not take', async () => {
    const home = { XDG_CONFIG_HOME: join(directory.path, 'refused') }
    const url = env['RULEWRIGHT_URL'] ?? ''
    const { code, out, err } = await call(['login', '--url', url], { env: home, stdin: 'service_no' }).ended
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err).not.toContain('service_no')
    await expect(stat(join(home.XDG_CONFIG_HOME, 'rulewright/credentials.json'))).rejects.toThrow('ENOENT')
  })
})

describe('lists', () => {
  test('have every guide, component, requirement and project, a line of JSON each', async () => {
    const [guides, components, rules, projects, found] = await Promise.all([
      rows('list', 'guides'),
      rows('list', 'components', '--project', '1'),
      rows('list', 'rules', String(componentId)),
      rows('list', 'projects'),
      rows('search', 'gateway'),
    ])
    expect(guides).toMatchObject([{ kind: 'srg', version: 'V1R2' }])
    expect(components).toMatchObject([{ id: componentId, prefix: 'HGW1-01' }])
    expect(rules.map(({ id }) => id)).toEqual(ruleIds)
    expect(projects).toMatchObject([{ id: 1, name: `Harbor ${EVIL}` }])
    expect(found.some(({ kind }) => kind === 'rules')).toBe(true)
  })

  test('send nothing to the terminal by which a text could steer it', async () => {
    const [id] = await comments(EVIL)
    const [projects, found, machine] = await Promise.all([
      tool('list', 'projects'),
      tool('list', 'comments', '--component', String(componentId)),
      tool('list', 'comments', '--component', String(componentId), '--json'),
    ])
    for (const { out } of [projects, found, machine]) expect(out).not.toMatch(STEERING)
    expect(found.out).toMatch(new RegExp(`^${id} .*Three\\?`, 'm'))
    expect(JSON.parse(machine.out.split('\n')[0] ?? '')).toMatchObject({ id, comment: EVIL })
  })
})

describe('triage', () => {
  test('decides on one comment, on several, and takes both back', async () => {
    const [one = 0, two = 0, three = 0] = await comments('a', 'b', 'c')
    const single = await tool('triage', String(one), '--status', 'concur', '--response', 'Yes.')
    expect(single).toMatchObject({ code: 0, err: '' })
    const [several] = await rows('triage', String(two), String(three), '--status', 'informational')
    expect(await Promise.all([one, two, three].map(statusOf))).toEqual([
      'concur',
      'informational',
      'informational',
    ])
    expect((await tool('undo', String(one))).code).toBe(0)
    const decision = String(several?.['decision_id'])
    const back = await tool('undo', '--component', String(componentId), '--decision', decision)
    expect(back.out).toBe('Taken back on 2 comments.\n')
    expect(await Promise.all([one, two, three].map(statusOf))).toEqual(['pending', 'pending', 'pending'])
  })

  test('by filter shows first, wants to be told in scripts, then decides on what it showed', async () => {
    const [typo = 0, other = 0] = await comments('a typographic slip', 'something else')
    const filter = ['--component', String(componentId), '--where-text', 'typographic']
    const decided = ['triage', ...filter, '--status', 'concur', '--close']
    const [shown] = await rows(...decided, '--dry-run')
    expect(shown).toMatchObject({ count: 1, reviews: [{ id: typo, triage_status: 'concur' }] })
    expect((await tool(...decided)).code).toBe(2)
    expect(await statusOf(typo)).toBe('pending')
    expect((await tool(...decided, '--yes')).out).toContain('Decided concur on 1 comments.')
    expect(await Promise.all([typo, other].map(statusOf))).toEqual(['concur', 'pending'])
  })

  test('ends with a code for each kind of refusal, and changes nothing', async () => {
    const [id = 0] = await comments('stays')
    const triage = (...args: string[]) => tool('triage', ...args, '--json')
    const ends = await Promise.all([
      triage(String(id), '--status', 'non_concur'),
      triage(String(id), '--status', 'maybe'),
      call(['triage', String(id), '--status', 'concur', '--json'], {
        env: { ...env, RULEWRIGHT_TOKEN: reader },
      }).ended,
      triage('2147483647', '--status', 'concur'),
      triage(String(id), '--status', 'concur', '--if-version', '99'),
      call(['whoami', '--json'], { env: { ...env, RULEWRIGHT_URL: 'http://127.0.0.1:9999' } }).ended,
    ])
    expect(ends.map(({ code }) => code)).toEqual([1, 2, 3, 4, 5, 6])
    for (const { out, err, code } of ends) {
      expect(out).toBe('')
      expect(JSON.parse(err)).toMatchObject({ error: { exit_code: code, message: expect.any(String) } })
    }
    expect(JSON.parse(ends[2]?.err ?? '')).toMatchObject({ error: { reason: 'insufficient_token_scope' } })
    expect(await statusOf(id)).toBe('pending')
  })
})

describe('watching', () => {
  test('prints what happens as it happens, and Ctrl+C ends it cleanly', async () => {
    const board = call(['watch', '--component', String(componentId), '--json'], { env })
    await board.says('"open"')
    const [id] = await comments('seen')
    await board.says(`"review_id":${id}`)
    board.interrupt()
    const { code, out, err } = await board.ended
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const events = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(events.map(({ event }) => event)).toEqual(['open', 'comment.created'])
  })

  test('is refused as any other call', async () => {
    expect((await tool('watch', '--component', '2147483647')).code).toBe(4)
    expect((await tool('watch')).code).toBe(2)
  })
})

describe('uploads', () => {
  test('say of each file what became of it', async () => {
    const { code, out } = await tool('upload', SAMPLE, join(directory.path, 'absent_SRG.xml'))
    expect(code).toBe(1)
    expect(out).toContain('already in the catalog')
    expect(out).toContain('there is no such file')
  })
})
