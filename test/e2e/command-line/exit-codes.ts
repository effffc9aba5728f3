import { expect, test } from 'vitest'
import { EXIT, type ExitCode } from '../../../client/src/cli/exit-codes.ts'
import { startCommand, runScript, type CommandResult } from '../../support/command-line.ts'
import type { CommandLineFixture } from './command-line-fixture.ts'

/** The expected exit code of each case. */
type Case = [what: string, code: ExitCode, reason: string | null, run: () => Promise<CommandResult>]

/** Every exit code of the table, and the other output for scripts. */
export function testExitCodes(getFixture: () => CommandLineFixture): void {
  const runAs = (env: Record<string, string>, ...args: string[]) =>
    startCommand([...args, '--json'], { env: { ...getFixture().env, ...env }, cwd: getFixture().folder })
      .ended
  const run = (...args: string[]) => runAs({}, ...args)

  async function createComment(): Promise<string> {
    const [id = 0] = await getFixture().comments('stays pending')
    return String(id)
  }

  const cases: Case[] = [
    ['done', EXIT.done, null, () => run('whoami')],
    [
      'refused',
      EXIT.refused,
      'review.response_required',
      async () => run('triage', await createComment(), '--status', 'non_concur'),
    ],
    ['an unknown option', EXIT.usage, null, () => run('whoami', '--loudly')],
    ['a word that is no id', EXIT.usage, null, () => run('list', 'rules', 'first')],
    ['an address that is none', EXIT.usage, null, () => run('whoami', '--url', 'ftp://x')],
    [
      'a version with a filter',
      EXIT.usage,
      null,
      () => run('triage', '--component', '1', '--status', 'concur', '--if-version', '1', '--yes'),
    ],
    [
      'comments with a status to filter by',
      EXIT.usage,
      null,
      () => run('triage', '1', '--status', 'concur', '--where-status', 'pending'),
    ],
    ['no token', EXIT.notAllowed, 'not_signed_in', () => runAs({ RULEWRIGHT_TOKEN: '' }, 'whoami')],
    [
      'an unknown token (401)',
      EXIT.notAllowed,
      'invalid_token',
      () => runAs({ RULEWRIGHT_TOKEN: 'service_no' }, 'whoami'),
    ],
    [
      'a token that may only read (403)',
      EXIT.notAllowed,
      'insufficient_token_scope',
      async () =>
        runAs(
          { RULEWRIGHT_TOKEN: await getFixture().createToken('read') },
          'triage',
          await createComment(),
          '--status',
          'concur',
        ),
    ],
    ['not found', EXIT.notFound, 'not_found', () => run('export', 'project', '2147483647', 'xccdf')],
    [
      'a stale version',
      EXIT.conflict,
      'stale',
      async () => run('triage', await createComment(), '--status', 'concur', '--if-version', '99'),
    ],
    [
      'nobody answers',
      EXIT.away,
      'ECONNREFUSED',
      () => runAs({ RULEWRIGHT_URL: 'http://127.0.0.1:9999' }, 'whoami'),
    ],
    [
      'a failed job',
      EXIT.jobFailed,
      null,
      () => run('import', 'backup', String(getFixture().projectId), '/etc/hostname', '--job'),
    ],
    ['a file that is not there', EXIT.file, 'ENOENT', () => run('import', 'detect', 'absent.csv')],
    [
      'a full disk',
      EXIT.file,
      'ENOSPC',
      () => runScript('rulewright list rules 1 --json > /dev/full', getFixture()),
    ],
  ]

  test.each(cases)('%s ends with %i', async (_, code, reason, end) => {
    const ended = await end()
    expect(ended.code).toBe(code)
    if (code === EXIT.done || ended.err === '') return
    expect(ended.out).toBe('')
    const { error }: { error: Record<string, unknown> } = JSON.parse(ended.err)
    expect(error).toMatchObject({ exit_code: code, message: expect.stringMatching(/\S/) })
    if (reason !== null) expect(error['reason']).toBe(reason)
  })

  test('every code has a case, but for those that need a service in trouble', () => {
    const documentedElsewhere: number[] = [EXIT.later, EXIT.interrupted]
    const covered = new Set<number>(cases.map(([, code]) => code))
    expect(Object.values(EXIT).filter((code) => !covered.has(code))).toEqual(documentedElsewhere)
  })
}
