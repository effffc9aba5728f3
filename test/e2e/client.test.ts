import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PASSWORD } from '../support/accounts.ts'
import { type Service, startService } from '../support/service.ts'

// The last test checks the types of the whole service.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = join(root, 'node_modules/.bin')
let folder: string
let service: Service

/** A project beside ours that has the built package installed, with nothing but what the package depends on. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rulewright-client-'))
  const installed = join(folder, 'node_modules/@rulewright/client')
  await run(join(bin, 'node'), ['client/build/run.ts', join(installed, 'dist')], { cwd: root })
  await cp(join(root, 'client/package.json'), join(installed, 'package.json'))
  await symlink(join(root, 'node_modules/@trpc'), join(folder, 'node_modules/@trpc'), 'dir')
  await mkdir(join(folder, 'node_modules/@types'))
  for (const name of ['@types/node', 'undici-types'])
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'dir')
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  service = startService({
    cwd: folder,
    env: {
      DATA_DIR: 'memory:',
      BOOTSTRAP_ADMIN_EMAIL: 'admin@example.org',
      BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
      RATE_LIMIT_ENABLED: 'false',
    },
  })
})

afterAll(async () => {
  await service?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function compile(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text)
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
    files: [name],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options))
  return run(join(bin, 'tsc'), ['-p', folder]).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
}

async function example(): Promise<string> {
  const text = await readFile(join(root, 'client/README.md'), 'utf8')
  return /```ts\n(.*?)```/s.exec(text)?.[1] ?? ''
}

describe('the client package', () => {
  it('is one program and one declaration, which knows nothing of the server', async () => {
    const dist = join(folder, 'node_modules/@rulewright/client/dist')
    expect((await readdir(dist)).toSorted()).toEqual(['index.d.ts', 'index.js'])
    const text = await readFile(join(dist, 'index.d.ts'), 'utf8')
    const imports = new Set([...text.matchAll(/from '([^']+)'/g)].map(([, name]) => name))
    expect(imports).toEqual(new Set(['@trpc/server', '@trpc/client']))
    expect(text).not.toMatch(/mikro-orm|kysely|EntityManager/)
  })

  it('runs the example of its README against a started service', async () => {
    await writeFile(join(folder, 'example.ts'), await example())
    const env = {
      PATH: process.env['PATH'] ?? '',
      RULEWRIGHT_URL: await service.ready,
      RULEWRIGHT_EMAIL: 'admin@example.org',
      RULEWRIGHT_PASSWORD: PASSWORD,
    }
    const { stdout } = await run(join(bin, 'node'), ['example.ts'], { cwd: folder, env })
    expect(stdout).toMatch(/sees 0 comments in Photon OS\nnot_found\n/)
  })

  it('accepts that example and refuses wrong input when types are checked', async () => {
    const right = await example()
    expect(right.split('\n').length).toBeLessThanOrEqual(12)
    expect(await compile('right.ts', right)).toBe('')
    expect(await compile('wrong.ts', right.replace("'discoverable'", "'secret'"))).toContain('"secret"')
    expect(await compile('wrong.ts', right.replace('id: 2147483647', "id: '1'"))).toContain('string')
    expect(await compile('wrong.ts', right.replace('me.name', 'me.nickname'))).toContain('nickname')
  })

  it('has the types of the service itself', async () => {
    const types = `
      import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
      import type { AppRouter as Ours } from '${join(root, 'routers/index.ts')}'
      import type { AppRouter as Published } from '@rulewright/client'
      declare const published: { in: inferRouterInputs<Published>; out: inferRouterOutputs<Published> }
      export const accepted: inferRouterInputs<Ours> = published.in
      export const promised: inferRouterOutputs<Ours> = published.out
    `
    expect(await compile('types.ts', types)).toBe('')
  })
})
