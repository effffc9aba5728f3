import { lstat, mkdtemp, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { toFailure } from '../../client/src/cli/failure.ts'
import { readFileName } from '../../client/src/cli/service/download.ts'
import {
  startCommand,
  sendJson,
  runOnTerminal,
  startFakeService,
  type CommandResult,
  type FakeService,
} from '../support/command-line.ts'
import { expectDocumentedOutput } from './command-line/documented-output.ts'

const LARGE = 160 * 1024 * 1024
const CHUNK = Buffer.alloc(256 * 1024, 'x')
let folder: string
let sheet: string
let archive: string
let service: FakeService
let answers: (path: string, method: string, response: ServerResponse) => void

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rulewright-tool-'))
  sheet = join(folder, 'sheet.csv')
  archive = join(folder, 'archive.zip')
  await writeFile(sheet, 'SRGID,STIGID\n')
  await writeFile(archive, 'PK')
  service = await startFakeService((path, method, response) => answers(path, method, response))
})
afterEach(() => service.requests.splice(0))
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

function runTool(args: string[], measured: boolean = false): Promise<CommandResult> {
  const env = { RULEWRIGHT_URL: service.url, RULEWRIGHT_TOKEN: 'service_test', XDG_CONFIG_HOME: folder }
  return startCommand(args, { env, cwd: folder, measured }).ended
}

function sendFile(response: ServerResponse, name: string, content: string): void {
  const headers = { 'content-type': 'application/octet-stream', 'content-disposition': name }
  response.writeHead(200, headers).end(content)
}

/** Sends many bytes, no faster than they are read. */
function sendLarge(response: ServerResponse): void {
  let remaining = LARGE
  const sendMore = () => {
    while (remaining > 0) {
      remaining -= CHUNK.length
      if (!response.write(CHUNK)) return void response.once('drain', sendMore)
    }
    response.end()
  }
  response.writeHead(200, { 'content-type': 'application/zip', 'content-length': LARGE })
  sendMore()
}

const readPeakMemory = ({ err }: CommandResult) => Number(/held (\d+)/.exec(err)?.[1]) * 1024

describe('exports', () => {
  test('exports request what the options specify and write the file under its own name', async () => {
    answers = (_, __, response) => sendFile(response, 'attachment; filename="Harbor.xlsx"', 'cells')
    const { code, out } = await runTool([
      'export',
      'project',
      '7',
      'disa_excel',
      '--mode',
      'vendor_submission',
      '--json',
      '--component',
      '3',
      '--component',
      '4',
      '--exclude-satisfied-by',
    ])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ file: 'Harbor.xlsx', bytes: 5 })
    expect(await readFile(join(folder, 'Harbor.xlsx'), 'utf8')).toBe('cells')
    expect(service.requests).toMatchObject([
      {
        path: '/projects/7/export/disa_excel?mode=vendor_submission&component_ids=3%2C4&exclude_satisfied_by=true',
        headers: { authorization: 'Token service_test', accept: '*/*' },
      },
    ])
    const again = await runTool(['export', 'project', '7', 'disa_excel'])
    expect(again).toMatchObject({ code: 9, out: '' })
    expect((await runTool(['export', 'project', '7', 'disa_excel', '--force'])).code).toBe(0)
    const some = await runTool(['export', 'components', 'csv', '1', '2', '-o', 'some.csv', '--json'])
    expectDocumentedOutput(['export', 'components'], some.out)
    expect(service.requests.at(-1)?.path).toBe('/components/bulk_export/csv?component_ids=1%2C2')
  })

  test('exports neither follow nor replace a link', async () => {
    answers = (_, __, response) => sendFile(response, 'attachment; filename="linked.csv"', 'new')
    const secret = join(folder, 'secret')
    await writeFile(secret, 'old')
    await symlink(secret, join(folder, 'linked.csv'))
    await symlink(join(folder, 'nowhere'), join(folder, 'dangling.csv'))
    for (const more of [
      [],
      ['--force'],
      ['-o', 'dangling.csv'],
      ['-o', 'dangling.csv', '--force'],
      ['-o', '/dev/null', '--force'],
    ]) {
      expect((await runTool(['export', 'stig', '1', 'csv', ...more])).code).toBe(9)
    }
    expect(await readFile(secret, 'utf8')).toBe('old')
    expect(await readdir(folder)).not.toContain('nowhere')
    expect((await lstat('/dev/null')).isCharacterDevice()).toBe(true)
    const streamed = await runTool(['export', 'stig', '1', 'csv', '-o', '-', '--json'])
    expect(streamed).toMatchObject({ code: 0, out: 'new', err: '' })
  })

  test.each([
    ['attachment; filename="../../escaped.csv"', '_.._escaped.csv'],
    ["attachment; filename*=UTF-8''%2Fetc%2F%1B%5B31mn%C3%A4me", '_etc_näme'],
    ['attachment; filename=".bashrc"', 'bashrc'],
    ['inline', 'rulewright-export'],
    ['attachment; filename=".."', 'rulewright-export'],
    ['attachment; filename="-rf *"', 'rf _'],
    [`attachment; filename="${'ä'.repeat(300)}.tar"`, `${'ä'.repeat(98)}.tar`],
  ])('exports named %s are written to this folder', (disposition, name) => {
    expect(readFileName(new Response('', { headers: { 'content-disposition': disposition } }))).toBe(name)
  })

  test('exports leave no partial file when the service stops, and none after an error', async () => {
    const before = await readdir(folder)
    answers = (_, __, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half', () => response.destroy())
    }
    expect((await runTool(['export', 'stig', '1', 'csv', '-o', 'half.csv'])).code).toBe(6)
    answers = (_, __, response) => sendJson(response, { toast: { title: 'No', message: ['Nothing.'] } }, 422)
    const refused = await runTool(['export', 'components', 'csv', '1', '2', '-o', 'half.csv'])
    expect(refused).toMatchObject({ code: 1, out: '', err: 'rulewright: Nothing.\n' })
    expect(await readdir(folder)).toEqual(before)
  })

  test('exports and imports of 160 MB are streamed in bounded memory', async () => {
    const path = join(folder, 'large.zip')
    const file = await open(path, 'w')
    await file.truncate(LARGE)
    await file.close()
    answers = (address, _, response) =>
      address.includes('export')
        ? sendLarge(response)
        : sendJson(response, { toast: { title: 'Done', message: [] } })
    const small = await runTool(['import', 'backup', '1', archive], true)
    const [up, down] = [
      await runTool(['import', 'backup', '1', path], true),
      await runTool(['export', 'project', '1', 'json_archive', '-o', 'out.zip', '--force'], true),
    ]
    expect([small.code, up.code, down.code]).toEqual([0, 0, 0])
    expect(service.requests[1]?.bytes).toBeGreaterThan(LARGE)
    expect(Number(service.requests[1]?.headers['content-length'])).toBe(service.requests[1]?.bytes)
    expect((await stat(join(folder, 'out.zip'))).size).toBe(LARGE)
    expect(readPeakMemory(up) - readPeakMemory(small)).toBeLessThan(LARGE / 2)
    expect(readPeakMemory(down) - readPeakMemory(small)).toBeLessThan(LARGE / 2)
  })
})

describe('imports', () => {
  const sent = () =>
    service.requests.map(({ method, path, body }) => ({ method, path, fields: readFields(body) }))

  test('imports of archives send the selected content and components', async () => {
    answers = (_, __, response) =>
      sendJson(response, { summary: { components_imported: 1 }, warnings: ['a', 'b'] })
    const options = ['--dry-run', '--no-reviews', '--component', 'A=B', '--component', 'C']
    const { code, out } = await runTool(['import', 'backup', '5', archive, ...options])
    expect(code).toBe(0)
    expect(out).toContain('components_imported=1')
    await runTool(['import', 'project', archive, '--name', 'Two', '--visibility', 'hidden', '--memberships'])
    expect(sent()).toEqual([
      {
        method: 'POST',
        path: '/projects/5/import_backup',
        fields: {
          dry_run: 'true',
          include_reviews: 'false',
          include_memberships: 'false',
          component_filter: '{"A":"B","C":"C"}',
          file: 'PK',
        },
      },
      {
        method: 'POST',
        path: '/projects/create_from_backup',
        fields: {
          dry_run: 'false',
          include_reviews: 'true',
          include_memberships: 'true',
          project_name: 'Two',
          project_visibility: 'hidden',
          file: 'PK',
        },
      },
    ])
  })

  test('imports of spreadsheets create a component, or apply exactly what the preview showed', async () => {
    answers = (path, _, response) =>
      sendJson(response, path.includes('detect') ? { id: 3 } : { updated: [], preview_token: 'seen' })
    await runTool(['import', 'component', '5', sheet, '--name', 'New'])
    await runTool(['import', 'sheet', '6', sheet])
    await runTool(['import', 'sheet', '6', sheet, '--dry-run'])
    await runTool(['import', 'disposition', '6', sheet])
    const content = 'SRGID,STIGID\n'
    expect(sent().map(({ method, path, fields }) => [method, path, fields])).toEqual([
      ['POST', '/components/detect_srg', { file: content }],
      [
        'POST',
        '/projects/5/components',
        {
          'component[name]': 'New',
          'component[title]': 'New',
          'component[security_requirements_guide_id]': '3',
          'component[file]': content,
        },
      ],
      ['POST', '/components/6/preview_spreadsheet_update', { file: content }],
      ['PATCH', '/components/6/apply_spreadsheet_update', { preview_token: 'seen', file: content }],
      ['POST', '/components/6/preview_spreadsheet_update', { file: content }],
      ['POST', '/components/6/import_disposition', { dry_run: 'false', file: content }],
    ])
  })

  function readFields(body: string): Record<string, string> {
    const fields = body.matchAll(/name="([^"]+)"[^\r]*\r\n(?:[^\r]+\r\n)*\r\n(.*?)\r\n--/gs)
    return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]))
  }
})

describe('jobs', () => {
  const toJob = (state: string, more: object = {}) => ({
    id: 4,
    state,
    status: state,
    done: 1,
    total: 2,
    ...more,
  })

  test('jobs are started and waited for, and their file is written', async () => {
    const states = ['queued', 'running', 'done']
    answers = (path, _, response) => {
      if (path.includes('export')) sendJson(response, toJob('queued'), 202)
      else if (path.endsWith('/result')) sendFile(response, 'attachment; filename="late.zip"', 'late')
      else sendJson(response, toJob(states.shift() ?? 'done'))
    }
    const { code, out } = await runTool(['export', 'project', '1', 'json_archive', '--job'])
    expect({ code, out }).toEqual({ code: 0, out: 'late.zip: 4 B\n' })
    expect(service.requests[0]?.headers['prefer']).toBe('respond-async')
    expect(service.requests.map(({ path }) => path).slice(1)).toEqual([
      '/jobs/4',
      '/jobs/4',
      '/jobs/4',
      '/jobs/4/result',
    ])
  })

  test('jobs are left to the service with --no-wait, and can be fetched later', async () => {
    answers = (path, _, response) => {
      if (path.includes('import')) sendJson(response, toJob('queued'), 202)
      else if (path.endsWith('/result')) sendJson(response, { summary: { rules_imported: 9 } })
      else sendJson(response, toJob('done', { done: 2 }))
    }
    const started = await runTool(['import', 'backup', '1', archive, '--job', '--no-wait', '--json'])
    expect(JSON.parse(started.out)).toMatchObject({ id: 4, state: 'queued' })
    expect((await runTool(['job', 'wait', '4'])).out).toBe('Job 4: done, 2 of 2\n')
    expect((await runTool(['job', 'result', '4'])).out).toContain('rules_imported=9')
  })

  test('jobs that fail, time out or belong to another user have their own exit codes, and all are listed', async () => {
    answers = (_, __, response) => sendJson(response, toJob('failed', { error: 'The disk is full.' }))
    expect(await runTool(['job', 'wait', '4'])).toMatchObject({
      code: 8,
      err: 'rulewright: Job 4 failed: The disk is full.\n',
    })
    answers = (_, __, response) => sendJson(response, toJob('running'))
    expect((await runTool(['job', 'wait', '4', '--timeout', '1'])).code).toBe(7)
    answers = (_, __, response) => sendJson(response, { title: 'Not found', reason: 'not_found' }, 404)
    expect((await runTool(['job', 'show', '4'])).code).toBe(4)
    answers = (_, __, response) => sendJson(response, { jobs: [toJob('done'), toJob('running')] })
    expect((await runTool(['job', 'list'])).out).toMatch(/^ID .*\n4 +done +1 of 2 +-\n4 +running/)
  })
})

describe('a terminal', () => {
  test('shows progress bars during a transfer, and other outputs show none', async () => {
    const states = ['running', 'running', 'done']
    answers = (_, __, response) =>
      sendJson(response, { id: 4, state: states.shift() ?? 'done', done: 1, total: 2, progress: 50 })
    const env = { RULEWRIGHT_URL: service.url, RULEWRIGHT_TOKEN: 'service_test', XDG_CONFIG_HOME: folder }
    const output = await runOnTerminal(['job', 'wait', '4'], env, folder)
    expect(output.code).toBe(0)
    expect(output.out).toContain('Job 4  [############------------]  50 %  1 of 2')
    const quiet = await runOnTerminal(['job', 'wait', '4', '--json'], env, folder)
    expect(quiet.out).not.toContain('[##')
    expect(await runTool(['job', 'wait', '4'])).toMatchObject({ err: '', out: 'Job 4: done, 1 of 2\n' })
  })
})

describe('an address without a service', () => {
  test('is reported in plain words, and the token is not sent again', async () => {
    answers = (_, __, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
    const moved = await runTool(['job', 'show', '4'])
    expect(moved).toMatchObject({ code: 6, out: '' })
    expect(moved.err).toContain('redirects')
    expect(service.requests).toHaveLength(1)
    const movedUpload = await runTool(['import', 'backup', '1', archive])
    expect(movedUpload).toMatchObject({ code: 6, out: '' })
    expect(movedUpload.err).toContain('redirects to another address')
    expect(service.requests).toHaveLength(2)
    answers = (_, __, response) => response.end('<html>')
    expect((await runTool(['whoami'])).code).toBe(6)
  })

  test.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'NODE_EXTRA_CA_CERTS'],
    ['CERT_HAS_EXPIRED', 'expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'another host'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'secure connection'],
    ['ECONNREFUSED', 'Is the service started?'],
  ])('reports %s in plain words', (code, words) => {
    const cause = Object.assign(new Error('low'), { code })
    const failure = toFailure(new TypeError('fetch failed', { cause }))
    expect(failure.exit).toBe(6)
    expect(failure.message).toContain(words)
  })
})
