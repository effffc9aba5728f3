import { chmodSync, readFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { atTheirPlaces } from '../../src/bundle/own-places.ts'
import { SmallHouse } from './small-house.ts'

let house: SmallHouse
beforeEach(() => {
  house = new SmallHouse()
})
afterEach(() => house.remove())

const ran = { from: 'bundle', complaint: '' }

/** Which bundle is the last, and when it was recorded. */
const madeAt = () => readFileSync(house.path('dist/service/last'), 'utf8').split('\n')[0]
/** The folder of the only bundle. */
const folder = () => house.kept().find((name) => name !== 'last') ?? ''

describe('the bundle that a service starts from', () => {
  it('is made by the first start and taken by the next', async () => {
    expect(await house.start()).toMatchObject({ ...ran, word: 'one' })
    const made = statSync(house.path(`dist/service/${folder()}`))
    expect(await house.start()).toMatchObject({ ...ran, word: 'one' })
    expect(house.kept()).toHaveLength(2)
    expect(statSync(house.path(`dist/service/${folder()}`))).toMatchObject({ ino: made.ino })
  })

  it('is made anew when a source says something else, also one of the same size and time', async () => {
    await house.start()
    house.says('another')
    expect(await house.start()).toMatchObject({ ...ran, word: 'another' })
    const { atime, mtime } = statSync(house.path('src/server/word.ts'))
    house.says('athirds')
    utimesSync(house.path('src/server/word.ts'), atime, mtime)
    expect(await house.start()).toMatchObject({ ...ran, word: 'athirds' })
  })

  it('stays when a source was only written again', async () => {
    await house.start()
    const before = house.kept()
    house.says('one')
    expect(await house.start()).toMatchObject({ ...ran, word: 'one' })
    expect(house.kept()).toEqual(before)
  })

  it('is made anew when a source is gone, when other libraries are wanted, and when it is made in another way', async () => {
    await house.start()
    house.write(
      'src/server/main.ts',
      readFileSync(house.path('src/server/main.ts'), 'utf8').replace('./word.ts', './words.ts'),
    )
    house.write('src/server/words.ts', "export const WORD = 'moved'\n")
    rmSync(house.path('src/server/word.ts'))
    expect(await house.start()).toMatchObject({ ...ran, word: 'moved' })
    for (const path of ['package-lock.json', 'src/bundle/places.ts']) {
      const before = madeAt()
      writeFileSync(house.path(path), '\n', { flag: 'a' })
      expect(await house.start()).toMatchObject(ran)
      expect(madeAt(), path).not.toBe(before)
    }
  })

  it('is whole for each of several starts at once', async () => {
    const runs = async () => Promise.all(Array.from({ length: 4 }, () => house.start()))
    for (const run of await runs()) expect(run).toMatchObject({ ...ran, word: 'one' })
    house.says('two')
    for (const run of await runs()) expect(run).toMatchObject({ ...ran, word: 'two' })
    expect(house.kept()).toHaveLength(3)
  })

  it('is made anew when half of it is missing', async () => {
    await house.start()
    const bundled = house.path(`dist/service/${folder()}/server.js`)
    for (const harm of [
      () => truncateSync(bundled, 10),
      () => rmSync(bundled),
      () => truncateSync(house.path('dist/service/last'), 200),
      () => rmSync(house.path('dist'), { recursive: true }),
    ]) {
      harm()
      expect(await house.start()).toMatchObject({ ...ran, word: 'one' })
    }
  })

  it('is never one that a killed process was still making', async () => {
    house.write('dist/service/0123456789.aside/server.js', 'throw new Error()\n')
    house.write('dist/service/last.aside', 'half\n')
    expect(await house.start()).toMatchObject({ ...ran, word: 'one' })
  })

  it('serves in an installation that nobody may write to, until a source changes', async () => {
    await house.start()
    chmodSync(house.root, 0o555)
    expect(await house.start({ stranger: true })).toMatchObject({ ...ran, word: 'one' })
    chmodSync(house.root, 0o755)
    house.says('two')
    chmodSync(house.path('dist/service'), 0o555)
    const { complaint, ...run } = await house.start({ stranger: true })
    expect(run).toMatchObject({ from: 'sources', word: 'two' })
    expect(complaint).toBe(
      `Starting from the sources, which takes longer: ${house.path('dist/service')} cannot be written\n`,
    )
    chmodSync(house.path('dist/service'), 0o755)
  })

  it('is done without where it cannot be made, with one line that says why', async () => {
    house.write(
      'src/server/word.ts',
      "await import('no-such-library').catch(() => null)\nexport const WORD = 'one'\n",
    )
    const { complaint, ...run } = await house.start()
    expect(run).toMatchObject({ from: 'sources', word: 'one' })
    expect(complaint).toMatch(/^Starting from the sources, which takes longer: .*no-such-library.*\n$/)
  })

  it('lets a stack name the sources', async () => {
    const [{ stack: bundled }, line] = [
      await house.start(),
      readFileSync(house.path('src/server/main.ts'), 'utf8')
        .split('\n')
        .findIndex((text) => text.includes('new Error')),
    ]
    expect(bundled).toContain(`src/server/main.ts:${line + 1}`)
    expect(bundled).not.toContain(join('dist', 'service'))
  })
})

describe('a module in a bundle', () => {
  it('finds files where they are, starts threads of the bundle, and is not what the process was started with', () => {
    expect(atTheirPlaces("new URL('../../migrations', import.meta.url)", 'src/database/options.ts')).toBe(
      `new URL('../../migrations', new URL("../../../src/database/options.ts", import.meta.url).href)`,
    )
    expect(atTheirPlaces("new URL('worker.ts', import.meta.url)", 'src/computing/pool.ts')).toBe(
      "new URL('./computing.js', import.meta.url)",
    )
    expect(atTheirPlaces('if (import.meta.main) run()', 'src/a.ts')).toBe('if (false) run()')
  })

  it('starts no thread that a bundle does not have', () => {
    expect(() => atTheirPlaces("new URL('other.ts', import.meta.url)", 'src/computing/pool.ts')).toThrow(
      'src/computing/other.ts',
    )
  })
})
