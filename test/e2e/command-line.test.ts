import { chmod, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertCommands } from '../../client/build/command-table.ts'
import { SECTIONS, STATUSES } from '../../client/src/cli/labels.ts'
import { SECTION_KEYS, TRIAGE_STATUSES } from '../../src/vocabulary.ts'
import { startCommand, runScript } from '../support/command-line.ts'
import {
  EMAIL,
  openCommandLineFixture,
  SAMPLE,
  type CommandLineFixture,
} from './command-line/command-line-fixture.ts'
import { expectDocumentedOutput, listUnseenOutputs } from './command-line/documented-output.ts'
import { testExitCodes } from './command-line/exit-codes.ts'
import { testInterchange } from './command-line/interchange.ts'

const EVIL = 'Three?\u001b]0;owned\u0007 \u009b2J\u202e'
// oxlint-disable-next-line no-control-regex
const STEERING = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/
let fixture: CommandLineFixture
beforeAll(async () => {
  fixture = await openCommandLineFixture('Harbor')
})
afterAll(() => fixture?.close())

const tool: CommandLineFixture['tool'] = (...args) => fixture.tool(...args)
const rows: CommandLineFixture['rows'] = (...args) => fixture.rows(...args)
const comments: CommandLineFixture['comments'] = (...texts) => fixture.comments(...texts)
const readStatus = async (reviewId: number) =>
  (await fixture.api.reviews.get.query({ reviewId })).review.triage_status

describe('the help', () => {
  test('equals the tables of the README with commands and exit codes', async () => {
    const readme = await readFile(new URL('../../client/README.md', import.meta.url), 'utf8')
    expect(insertCommands(readme)).toBe(readme)
    const { out, code } = await startCommand(['--help']).ended
    expect(code).toBe(0)
    const listed = [...readme.matchAll(/^\| `?(rulewright [^`|]+|\d+)`? \| ([^|]+) \|$/gm)]
    expect(listed.length).toBeGreaterThan(35)
    const lines = out.split('\n').map((line) => line.trim().replace(/ {2,}/, ' :: '))
    expect(listed.filter(([, term, about]) => !lines.includes(`${term} :: ${about}`))).toEqual([])
  })

  test('is named after an error: the help of the command itself', async () => {
    for (const [args, command] of [
      [['triage', '1', '--status', 'acept'], 'rulewright triage'],
      [['list', 'comments', '--where-status', 'al'], 'rulewright list comments'],
      [['frob'], 'rulewright'],
    ] as const) {
      const { code, err } = await startCommand([...args]).ended
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`Help: ${command} --help\n`) })
    }
  })

  test('is not needed for a file that does not exist', async () => {
    const { code, err } = await startCommand(['upload', 'absent.xml']).ended
    expect({ code, err }).toEqual({ code: 9, err: expect.stringContaining('absent.xml') })
  })

  test('names every option that filters and decides comments', () => {
    expect([...STATUSES].toSorted()).toEqual(['all', ...TRIAGE_STATUSES].toSorted())
    expect([...SECTIONS].toSorted()).toEqual(['all', 'none', ...SECTION_KEYS].toSorted())
  })

  test('completes in a bash that has sourced its script, including file names', async () => {
    const typeWords = async (...words: string[]) => {
      const line = words.map((word) => `'${word}'`).join(' ')
      const script = `source <(rulewright completion bash); COMP_WORDS=(rulewright ${line}); COMP_CWORD=${words.length}
        complete -p rulewright >/dev/null && { _rulewright; printf '%s\\n' "\${COMPREPLY[@]}"; }`
      const { code, out, err } = await runScript(script, fixture)
      expect({ code, err }).toEqual({ code: 0, err: '' })
      return out.trimEnd().split('\n')
    }
    expect(await typeWords('exp')).toEqual(['export'])
    expect(await typeWords('import', 'com')).toEqual(['component', 'comment-sheets'])
    expect(await typeWords('triage', '--status', 'addr')).toEqual(['addressed_by'])
    expect(await typeWords('upload', '')).toEqual([''])
    expect(await typeWords('triage', '$(touch owned)', '--st')).toEqual(['--status'])
    await expect(stat(join(fixture.folder, 'owned'))).rejects.toThrow('ENOENT')
  })

  test('completes commands, options, values and files, and executes no word of the line', async () => {
    const completeWords = async (...words: string[]) =>
      (await startCommand(['complete', '--', ...words]).ended).out
    const answers = await Promise.all([
      completeWords('li'),
      completeWords('triage', '--status', 'non'),
      completeWords('export', 'component', '1', 'disposition_j'),
      completeWords('upload', ''),
      completeWords('list', 'comments', '--whe'),
    ])
    expect(answers[0]).toMatch(/^list\t/)
    expect(answers[1]).toBe('non_concur\t\n')
    expect(answers[2]).toBe('disposition_json\t\n')
    expect(answers[3]).toBe(':files\n')
    expect(answers[4]).toContain('--where-section\t')
    const scripts = await Promise.all(
      ['bash', 'zsh', 'fish'].map((shell) => startCommand(['completion', shell]).ended),
    )
    for (const { code, out } of scripts) {
      expect(code).toBe(0)
      expect(out).not.toContain('eval')
    }
  })
})

describe('signing in', () => {
  test('stores the token for its address only, with mode 0600, never prints it, and deletes it on sign-out', async () => {
    const { RULEWRIGHT_URL: url = '', RULEWRIGHT_TOKEN: token = '' } = fixture.env
    const home = { XDG_CONFIG_HOME: join(fixture.folder, 'home') }
    const file = join(home.XDG_CONFIG_HOME, 'rulewright/credentials.json')
    const login = await startCommand(['login', '--url', `${url}/`, '--json'], {
      env: home,
      stdin: `${token}\n`,
    }).ended
    expect(login.code).toBe(0)
    expect(login.out).toContain(EMAIL)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const known = await startCommand(['whoami', '--json'], { env: home }).ended
    expect(JSON.parse(known.out)).toMatchObject({ url, user: { email: EMAIL } })
    const unreachable = await startCommand(['whoami', '--url', 'http://127.0.0.1:9'], { env: home }).ended
    expect(unreachable).toMatchObject({ code: 3, out: '' })
    await chmod(file, 0o644)
    const open = await startCommand(['whoami'], { env: home }).ended
    expect(open.code).toBe(3)
    await chmod(file, 0o600)
    // The environment has priority, so a valid token in the file does not replace an invalid one there.
    const first = { ...home, RULEWRIGHT_TOKEN: 'service_no' }
    expect((await startCommand(['whoami'], { env: first }).ended).code).toBe(3)
    const logout = await startCommand(['logout', '--json'], { env: home }).ended
    expect((await startCommand(['whoami', '--url', url], { env: home }).ended).code).toBe(3)
    expectDocumentedOutput(['login'], login.out)
    expectDocumentedOutput(['whoami'], known.out)
    expectDocumentedOutput(['logout'], logout.out)
    for (const { out, err } of [login, known, unreachable, open, logout]) {
      expect(out + err).not.toContain(token)
    }
    expect(await readFile(file, 'utf8')).not.toContain(token)
  })

  test('does not store a token that the service rejects', async () => {
    const home = { XDG_CONFIG_HOME: join(fixture.folder, 'refused') }
    const url = fixture.env['RULEWRIGHT_URL'] ?? ''
    const { code, out, err } = await startCommand(['login', '--url', url], { env: home, stdin: 'service_no' })
      .ended
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err).not.toContain('service_no')
    await expect(stat(join(home.XDG_CONFIG_HOME, 'rulewright/credentials.json'))).rejects.toThrow('ENOENT')
  })
})

describe('lists', () => {
  test('contain every guide, component, requirement and project, one JSON line each', async () => {
    const [guides, components, rules, projects, hits] = await Promise.all([
      rows('list', 'guides'),
      rows('list', 'components', '--project', '1'),
      rows('list', 'rules', String(fixture.componentId)),
      rows('list', 'projects'),
      rows('search', 'gateway'),
    ])
    expect(guides).toMatchObject([{ kind: 'srg', version: 'V1R2' }])
    expect(components).toMatchObject([{ id: fixture.componentId, prefix: 'HGW1-01' }])
    expect(rules.map(({ id }) => id)).toEqual(fixture.ruleIds)
    expect(projects).toMatchObject([{ id: 1, name: 'Harbor' }])
    expect(hits.some(({ kind }) => kind === 'rules')).toBe(true)
  })

  test('send no control characters of a text to the terminal', async () => {
    const [id] = await comments(EVIL)
    const [hits, machine] = await Promise.all([
      tool('list', 'comments', '--component', String(fixture.componentId)),
      tool('list', 'comments', '--component', String(fixture.componentId), '--json'),
    ])
    for (const { out } of [hits, machine]) expect(out).not.toMatch(STEERING)
    expect(hits.out).toMatch(new RegExp(`^${id} .*Three\\?`, 'm'))
    expect(JSON.parse(machine.out.split('\n')[0] ?? '')).toMatchObject({ id, comment: EVIL })
    expectDocumentedOutput(['list', 'comments'], machine.out)
  })
})

describe('triage', () => {
  test('decides on one comment, on several, and reverts both decisions', async () => {
    const [first = 0, two = 0, three = 0] = await comments('a', 'b', 'c')
    const single = await tool('triage', String(first), '--status', 'concur', '--response', 'Yes.')
    expect(single).toMatchObject({ code: 0, err: '' })
    const [several] = await rows('triage', String(two), String(three), '--status', 'informational')
    expect(await Promise.all([first, two, three].map(readStatus))).toEqual([
      'concur',
      'informational',
      'informational',
    ])
    expect(await rows('undo', String(first))).toMatchObject([{ count: 1, reviews: [{ id: first }] }])
    const decision = String(several?.['decision_id'])
    const back = await tool('undo', '--component', String(fixture.componentId), '--decision', decision)
    expect(back.out).toBe('Undid the decision on 2 comments.\n')
    expect(await Promise.all([first, two, three].map(readStatus))).toEqual(['pending', 'pending', 'pending'])
  })

  test('triage by filter shows a preview, requires a confirmation flag in scripts, then decides on exactly the shown comments', async () => {
    const [typo = 0, other = 0] = await comments('a typographic slip', 'something else')
    const filter = ['--component', String(fixture.componentId), '--where-text', 'typographic']
    const decided = ['triage', ...filter, '--status', 'concur', '--close']
    const [preview] = await rows(...decided, '--dry-run')
    expect(preview).toMatchObject({ count: 1, reviews: [{ id: typo, triage_status: 'concur' }] })
    expect((await tool(...decided)).code).toBe(2)
    expect(await readStatus(typo)).toBe('pending')
    expect((await tool(...decided, '--yes')).out).toContain('Decided concur on 1 comment.')
    expect(await Promise.all([typo, other].map(readStatus))).toEqual(['concur', 'pending'])
  })
})

describe('exit codes', () => testExitCodes(() => fixture))

describe('input and output', () => testInterchange(() => fixture))

describe('watching', () => {
  test('prints events as they happen, and Ctrl+C ends it cleanly', async () => {
    const board = startCommand(['watch', '--component', String(fixture.componentId), '--json'], {
      env: fixture.env,
    })
    await board.waitForOutput('"open"')
    const [id] = await comments('seen')
    await board.waitForOutput(`"review_id":${id}`)
    board.interrupt()
    const { code, out, err } = await board.ended
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const events = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(events.map(({ event }) => event)).toEqual(['open', 'comment.created'])
    expectDocumentedOutput(['watch'], out)
  })

  test('is rejected like any other call', async () => {
    expect((await tool('watch', '--component', '2147483647')).code).toBe(4)
    expect((await tool('watch')).code).toBe(2)
  })
})

describe('uploads', () => {
  test('report the result of each file', async () => {
    const { code, out } = await tool('upload', SAMPLE, join(fixture.folder, 'absent_SRG.xml'))
    expect(code).toBe(9)
    expect(out).toContain('V1R2')
    expect(out).toContain('there is no such file')
  })
})

test('the output of every command with --json matches its help', async () => {
  const [id = 0] = await comments('closed at last')
  await rows('triage', String(id), '--status', 'concur')
  expect(await rows('close', String(id))).toMatchObject([{ count: 1, reviews: [{ id }] }])
  // Jobs have a file of their own, and nothing is released here.
  const testedElsewhere = /^(job \w+|export components)$/
  expect(listUnseenOutputs().filter((words) => !testedElsewhere.test(words))).toEqual([])
})
