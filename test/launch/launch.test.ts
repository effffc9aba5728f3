import { spawnSync } from 'node:child_process'
import { chmodSync, globSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENVIRONMENT, V8_FLAGS } from '../../src/launch.ts'
import { ROOT } from '../../src/lib/root.ts'
import { OUTPUTS } from '../../src/outputs.ts'
import { SmallProject } from './small-project.ts'

let project: SmallProject
beforeEach(() => {
  project = new SmallProject()
})
afterEach(() => project.remove())

const fromBundle = { from: 'bundle', stderr: '' }

function launchHere(...args: string[]) {
  const node = join(ROOT, 'node_modules/.bin/node')
  return spawnSync(node, [join(ROOT, 'bin/rulewright.js'), ...args], { encoding: 'utf8' })
}

describe('the launcher', () => {
  it('prints its usage for help and for an unknown entry', () => {
    for (const args of [['--help'], ['server', '--help']]) {
      expect(launchHere(...args)).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/^Usage: /),
        stderr: '',
      })
    }
    expect(launchHere('serve')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/^Usage: /),
    })
  })

  it('builds at the first start, and starts the same bundle the next time', async () => {
    expect(await project.start()).toMatchObject({ ...fromBundle, word: 'one' })
    const { ino } = statSync(project.path('dist/service/server.js'))
    expect(await project.start()).toMatchObject({ ...fromBundle, word: 'one' })
    expect(statSync(project.path('dist/service/server.js')).ino).toBe(ino)
  })

  it('builds again if a source, the libraries or the build are newer, or if the output is missing', async () => {
    await project.start()
    project.changeWord('two')
    expect(await project.start()).toMatchObject({ ...fromBundle, word: 'two' })
    project.write('package-lock.json', '{}')
    for (const path of ['package-lock.json', 'src/build.ts']) {
      const before = project.builtAt()
      project.touch(path)
      expect(await project.start()).toMatchObject(fromBundle)
      expect(project.builtAt(), path).toBeGreaterThan(before)
    }
    rmSync(project.path('dist'), { recursive: true })
    expect(await project.start()).toMatchObject({ ...fromBundle, word: 'two' })
  })

  it('builds once if the time of a source is in the future', async () => {
    await project.start()
    for (let time = 0; time < 100; time += 1) project.touch('src/word.ts')
    await project.start()
    const { ino } = statSync(project.path('dist/service/server.js'))
    expect(await project.start()).toMatchObject(fromBundle)
    expect(statSync(project.path('dist/service/server.js')).ino).toBe(ino)
  })

  it('starts a complete bundle each time if several starts build at once', async () => {
    const start = async () => Promise.all(Array.from({ length: 3 }, () => project.start()))
    for (const run of await start()) expect(run).toMatchObject({ ...fromBundle, word: 'one' })
    project.changeWord('two')
    for (const run of await start()) expect(run).toMatchObject({ ...fromBundle, word: 'two' })
  })

  it('starts the bundle of a read-only installation, and its sources once they are newer', async () => {
    await project.start()
    for (const path of ['dist', 'dist/service', '.']) chmodSync(project.path(path), 0o555)
    expect(await project.start({ otherAccount: true })).toMatchObject({ ...fromBundle, word: 'one' })
    project.changeWord('two')
    const { stderr, ...run } = await project.start({ otherAccount: true })
    expect(run).toMatchObject({ from: 'sources', word: 'two' })
    expect(stderr).toMatch(/^Starting from the sources, which takes longer: .*EACCES.*\n$/)
  })

  it('starts the sources if the bundle cannot be built, with one line that says why', async () => {
    project.write(
      'src/word.ts',
      "await import('no-such-library').catch(() => null)\nexport const WORD = 'one'\n",
    )
    const { stderr, ...run } = await project.start()
    expect(run).toMatchObject({ from: 'sources', word: 'one' })
    expect(stderr).toMatch(/^Starting from the sources, which takes longer: .*no-such-library.*\n$/)
  })

  it('starts the sources of an installation without development dependencies', async () => {
    rmSync(project.path('node_modules'))
    project.write('node_modules/.package-lock.json', '{}')
    const { stderr, ...run } = await project.start()
    expect(run).toMatchObject({ from: 'sources', word: 'one' })
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(/^Starting from the sources, which takes longer: only `npm ci` /),
      expect.stringMatching(/^The web application is missing or out of date: only `npm ci` /),
      '',
    ])
  })

  it('starts without a web application that cannot be built, with one line that says why', async () => {
    project.write('web/build.ts', "export const buildWeb = () => Promise.reject(new Error('no such page'))\n")
    const { stderr, ...run } = await project.start()
    expect(run).toMatchObject({ from: 'bundle', word: 'one' })
    expect(stderr).toBe('The web application is missing or out of date: no such page\n')
  })

  it('starts the bundle of an image, which has no other sources than the launcher', async () => {
    await project.start()
    for (const path of ['src/word.ts', 'src/server.ts', 'src/build.ts', 'src/workers', 'web']) {
      rmSync(project.path(path), { recursive: true })
    }
    expect(await project.start()).toMatchObject({ ...fromBundle, word: 'one' })
  })

  it('passes on flags, settings and arguments, and replaces itself with the service', async () => {
    const run = await project.start({ args: ['--key', 'value'], env: { MALLOC_ARENA_MAX: '4' } })
    expect(run.execArgv).toEqual(V8_FLAGS)
    expect(run.env).toMatchObject({ MALLOC_MMAP_THRESHOLD_: ENVIRONMENT.MALLOC_MMAP_THRESHOLD_ })
    expect(run.env['MALLOC_ARENA_MAX']).toBe('4')
    expect(run.args).toEqual(['--key', 'value'])
    expect(run.pid).toBe(run.started)
  })

  it('maps stack traces of the bundle to the sources', async () => {
    const { stack } = await project.start()
    expect(stack).toContain('src/server.ts, file://')
  })
})

it('the launcher says in one line that an older Node.js cannot run it', () => {
  const older = "Object.defineProperty(process.versions, 'node', { value: '22.9.0' })"
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(older)}`,
    'bin/rulewright.js',
    'server',
  ]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^Rulewright needs Node\.js 24, .*node_modules\/\.bin\/node\.\n$/)
})

it('the web application is built again if any imported file changes', () => {
  const { sources } = OUTPUTS.web
  const imported = globSync('web/**/*.{ts,tsx}', { cwd: ROOT }).flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    const values = text.matchAll(/^import (?!type\b)[^'"]*from '(\.[^']+)'/gm)
    return [...values].map(([, name = '']) => relative(ROOT, join(ROOT, dirname(path), name)))
  })
  const isSource = (path: string) =>
    sources.some((source) => path === source || path.startsWith(`${source}/`))
  expect(imported.filter((path) => !isSource(path))).toEqual([])
})
