import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appRouter } from '../../routers/index.ts'
import { respondsWithFile } from '../../src/app/http/procedure-caller.ts'
import { type Service, startService } from '../support/service.ts'
import { openTour } from './documented-tour.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = join(root, 'node_modules/.bin')
let folder: string
let service: Service

/** A project outside of the repository that has installed the built package and its dependencies. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rulewright-client-'))
  const installed = join(folder, 'node_modules/@rulewright/client')
  await run(join(bin, 'node'), ['client/build/run.ts', join(installed, 'dist')], { cwd: root })
  await cp(join(root, 'client/package.json'), join(installed, 'package.json'))
  for (const name of ['@trpc', 'eventsource', '@commander-js', 'commander', 'read', 'mute-stream']) {
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'dir')
  }
  await mkdir(join(folder, 'node_modules/@types'))
  for (const name of ['@types/node', 'undici-types']) {
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'dir')
  }
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  service = startService({
    cwd: folder,
    env: { DATA_DIR: 'memory:' },
  })
})

afterAll(async () => {
  await service?.stop()
  await rm(folder, { recursive: true, force: true })
})

/**
 * Compiles these files outside of the repository in one run, because each run takes many seconds for any number of files;
 * returns the messages about each file.
 */
async function compile<Name extends string>(texts: Record<Name, string>): Promise<(name: Name) => string> {
  const files = Object.entries<string>(texts).map(([name, text]) => ({ file: `${name}.ts`, text }))
  for (const { file, text } of files) await writeFile(join(folder, file), text)
  const options = {
    compilerOptions: {
      target: 'es2024',
      lib: ['es2024'],
      module: 'nodenext',
      types: ['node'],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
    },
    files: files.map(({ file }) => file),
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options))
  // Each further checker reads most of the service's types again.
  const output = await run(join(bin, 'tsc'), ['-p', folder, '--checkers', '1']).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
  const messages = output.split(/^(?=\S)/m)
  return (name) => messages.filter((message) => message.includes(`${name}.ts(`)).join('')
}

async function readExample(): Promise<string> {
  const text = await readFile(join(root, 'client/README.md'), 'utf8')
  return /```ts\n(.*?)```/s.exec(text)?.[1] ?? ''
}

/** Compares the types of the package with those of the service: a difference is a compiler error. */
const SERVICE_TYPES = `
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { AppRouter as Whole } from '${join(root, 'routers/index.ts')}'
import type { AppRouter as Published } from '@rulewright/client'
declare const published: { in: inferRouterInputs<Published>; out: inferRouterOutputs<Published> }
// Files and streams exist only over REST.
type Files = {
  audits: 'export'
  components: 'export' | 'bulkExport'
  events: 'projectStream' | 'componentStream'
  jobs: 'result'
  projects: 'export'
  srgs: 'export'
  stigs: 'export'
}
type Callable<T> = {
  [K in keyof T]: K extends keyof Files ? Omit<T[K], Files[K]> : T[K]
}
export const accepted: Callable<inferRouterInputs<Whole>> = published.in
export const promised: Callable<inferRouterOutputs<Whole>> = published.out
// @ts-expect-error: operations that return files are not available.
export type Export = inferRouterInputs<Published>['audits']['export']
// @ts-expect-error: live streams are subscriptions.
export type Stream = inferRouterInputs<Published>['events']['projectStream']
`

describe('the client package', () => {
  it('consists of one module and one declaration without server code, and a command-line tool', async () => {
    const dist = join(folder, 'node_modules/@rulewright/client/dist')
    expect((await readdir(dist)).toSorted()).toEqual(['cli', 'index.d.ts', 'index.js'])
    const text = await readFile(join(dist, 'index.d.ts'), 'utf8')
    const imports = new Set([...text.matchAll(/from '([^']+)'/g)].map(([, name]) => name))
    expect(imports).toEqual(new Set(['@trpc/server', '@trpc/client']))
    expect(text).not.toMatch(/mikro-orm|kysely|EntityManager/)
    const { stdout } = await run(join(bin, 'node'), [join(dist, 'cli/main.js'), '--version'], { cwd: folder })
    expect(stdout).toBe('0.1.0\n')
  })

  it('prints what docs/tour.md shows, with curl and with its command-line tool', async () => {
    const url = await service.ready
    const tour = await openTour({
      folder,
      url,
      built: join(folder, 'node_modules/@rulewright/client/dist/cli/main.js'),
    })
    const [, password = ''] = /password: (\S+)\n/.exec(service.stdout()) ?? []
    for (const { commands, printed } of tour.curl(password)) {
      let out = ''
      for (const command of commands) out += await tour.run(command)
      if (printed !== null) expect(out.replaceAll(/\s/g, '')).toMatch(printed)
    }
    const token = await tour.createToken(['read', 'write'], password)
    for (const command of tour.tool()) await tour.run(command, `${token}\n`)
    expect(await readdir(tour.folder)).toEqual(
      expect.arrayContaining(['Gateway-xccdf.xml', 'backup-Harbor.zip']),
    )
  })

  it('runs the example of its README as printed against a fresh start, up to a live stream', async () => {
    await writeFile(join(folder, 'example.ts'), await readExample())
    const url = await service.ready
    const [, email = '', password = ''] = /email:\s+(\S+)\n\s+password: (\S+)\n/.exec(service.stdout()) ?? []
    expect(await readFile(join(root, 'docs/tour.md'), 'utf8')).toContain(`RULEWRIGHT_EMAIL=${email} `)
    const env = { RULEWRIGHT_URL: url, RULEWRIGHT_EMAIL: email, RULEWRIGHT_PASSWORD: password }
    const program = startService({ cwd: folder, script: join(folder, 'example.ts'), env })
    program.ready.catch(() => undefined)
    await program.says('open {}')
    program.process.kill('SIGINT')
    await program.ended
    expect(program.stdout()).toMatch(/sees 0 comments in Photon OS\nnot_found\nopen \{\}\n$/)
  })

  it('accepts the README example, rejects wrong input in the type check, and has the types of the service', async () => {
    const right = await readExample()
    expect(right.split('\n').length).toBeLessThanOrEqual(12)
    const messagesAbout = await compile({
      right,
      visibility: right.replace("'discoverable'", "'secret'"),
      id: right.replace('id: 2147483647', "id: '1'"),
      member: right.replace('me.name', 'me.nickname'),
      reason: `${right}\nif (getErrorReason(null) === 'not.found') throw new Error('never')`,
      event: right.replace('data.event', "data.event === 'opened'"),
      service: SERVICE_TYPES,
    })
    expect(messagesAbout('right')).toBe('')
    expect(messagesAbout('visibility')).toContain('"secret"')
    expect(messagesAbout('id')).toContain('string')
    expect(messagesAbout('member')).toContain('nickname')
    expect(messagesAbout('reason')).toContain('no overlap')
    expect(messagesAbout('event')).toContain('no overlap')
    expect(messagesAbout('service')).toBe('')
  })

  it('documents every operation and every member', async () => {
    const text = await readFile(join(folder, 'node_modules/@rulewright/client/dist/index.d.ts'), 'utf8')
    const lines = text
      .slice(0, text.indexOf('export type Client'))
      .split('\n')
      .map((line) => line.trim())
    const routers = Object.keys(appRouter._def.record)
    const members = lines.flatMap((line, index) => {
      const name = /^"?([\w.[\]]+)"?\??: /.exec(line)?.[1]
      return name === undefined ? [] : [{ name, line, before: lines[index - 1] ?? '' }]
    })
    const undocumented = members.filter(({ before }) => !before.endsWith('*/')).map(({ line }) => line)
    const ours = ['input', 'output', 'meta', 'ctx', 'errorShape', 'transformer', 'data', ...routers]
    expect(members.length).toBeGreaterThan(2000)
    expect(
      [...new Set(undocumented)].filter((line) => !ours.some((name) => line.startsWith(`${name}: `))),
    ).toEqual([])

    const router: AnyTRPCRouter = appRouter
    const calls = members.filter(({ line }) => / TRPC(Query|Mutation|Subscription)Procedure</.test(line))
    const expected = Object.values<AnyTRPCProcedure>(router._def.procedures).filter(
      (each) => !respondsWithFile(each),
    )
    expect(calls).toHaveLength(expected.length)
  })

  it('documents the content of an upload', async () => {
    const text = await readFile(join(folder, 'node_modules/@rulewright/client/dist/index.d.ts'), 'utf8')
    expect(text).toMatch(/The bytes of the file in base64\.[^\n]*\n\s+content: string/)
  })
})
