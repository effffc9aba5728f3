import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findDatabaseAccount } from '../../../src/database/embedded-server/account.ts'
import {
  copyPackage,
  linkLibraries,
  findPackageFolder,
} from '../../../src/database/embedded-server/package-programs.ts'
import { findPrograms } from '../../../src/database/embedded-server/programs.ts'
import { runForOutput } from '../../../src/database/embedded-server/run-program.ts'
import { findFastFolder } from '../../support/test-server.ts'

const account = findDatabaseAccount([])
const native = findPackageFolder()

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(findFastFolder(), 'rulewright-programs-'))
  chmodSync(folder, 0o755)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** An installation on the PATH that reports this version. */
function installPrograms(version: string): void {
  for (const name of ['initdb', 'postgres']) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho "postgres (PostgreSQL) ${version} (Test)"\n`, {
      mode: 0o755,
    })
  }
  vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`)
}

describe('the programs of PostgreSQL', () => {
  it('have the version that existing files need, even when a newer one is installed', () => {
    installPrograms('21.3')
    expect(findPrograms(account, folder, 21)).toEqual({ folder, major: 21 })
  })

  it('are ignored if their version is too old', () => {
    installPrograms('14.9')
    expect(() => findPrograms(account, folder, 14)).toThrow(/its files are those of PostgreSQL 14/)
  })
})

describe.runIf(native !== null)('the npm package', () => {
  it('has priority', () => {
    installPrograms('21.3')
    expect(findPrograms(account, folder)).toMatchObject({ folder: join(native ?? '', 'bin'), major: 18 })
  })

  it('runs without its install script, from a copy that every account can read', () => {
    const bare = join(folder, 'package')
    cpSync(join(native ?? '', '..'), bare, { recursive: true, verbatimSymlinks: true })
    for (const path of listLinks(join(bare, 'native/lib'))) rmSync(path)
    const readVersion = (path: string) => runForOutput(join(path, 'bin/postgres'), ['-V'], account)
    if (process.platform === 'linux') expect(readVersion(join(bare, 'native'))).toBeNull()
    chmodSync(join(bare, 'native/bin/postgres'), 0o700)

    const copies = join(folder, 'copies')
    const copy = copyPackage(join(bare, 'native'), copies)
    expect(readVersion(copy)).toContain('(PostgreSQL) 18')
    expect(copyPackage(join(bare, 'native'), copies)).toBe(copy)
    expect(readdirSync(copies)).toHaveLength(1)

    chmodSync(join(bare, 'native/bin/postgres'), 0o755)
    expect(linkLibraries(join(bare, 'native'))).toBe(true)
    expect(readVersion(join(bare, 'native'))).toContain('(PostgreSQL) 18')
  })

  it('is used unchanged if its folder is read-only', () => {
    const file = join(folder, 'file')
    mkdirSync(join(folder, 'native'))
    writeFileSync(file, '')
    writeFileSync(
      join(folder, 'native/pg-symlinks.json'),
      JSON.stringify([{ source: 'native/lib/a', target: 'file/lib/b' }]),
    )
    expect(linkLibraries(join(folder, 'native'))).toBe(false)
    expect(existsSync(join(folder, 'native/lib'))).toBe(false)
  })
})

function listLinks(directory: string): string[] {
  return readdirSync(directory)
    .map((name) => join(directory, name))
    .filter((path) => lstatSync(path).isSymbolicLink())
}
