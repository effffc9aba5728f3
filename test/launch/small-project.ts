import { execFile } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { ROOT } from '../../src/lib/root.ts'

const NODE = join(ROOT, 'node_modules/.bin/node')
/** An account that owns nothing here; only root can become another one. */
const OTHER_ACCOUNT = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

const SERVER = `import { addSourceFiles } from './telemetry/log/stack.ts'
import { WORD } from './word.ts'

const stack = addSourceFiles(new Error('looked').stack ?? '')
const [file, ...args] = process.argv.slice(1)
const { execArgv, env, pid } = process
process.stdout.write(JSON.stringify({ word: WORD, file, args, stack, execArgv, env, pid }))
`
const WEB = `import { mkdirSync } from 'node:fs'

export const buildWeb = () => mkdirSync(new URL('../dist/web', import.meta.url), { recursive: true })
`

const Report = z.object({
  word: z.string(),
  file: z.string(),
  args: z.array(z.string()),
  stack: z.string(),
  execArgv: z.array(z.string()),
  env: z.record(z.string(), z.string()),
  pid: z.int(),
})

export interface Run extends z.infer<typeof Report> {
  /** Whether the bundle ran, or the sources. */
  from: 'bundle' | 'sources'
  /** The process that was started. */
  started: number | undefined
  stderr: string
}

interface RunOptions {
  otherAccount?: boolean
  env?: Record<string, string>
  args?: string[]
}

/** An installation whose service prints what it sees and ends; launcher and build are the real ones. */
export class SmallProject {
  readonly root = mkdtempSync(join(tmpdir(), 'rulewright-launch-'))

  constructor() {
    chmodSync(this.root, 0o755)
    for (const path of [
      'bin/rulewright.js',
      'src/launch.ts',
      'src/outputs.ts',
      'src/build.ts',
      'src/lib/help-flag.ts',
      'src/lib/root.ts',
      'src/lib/error-summary.ts',
      'src/telemetry/log/stack.ts',
      'package.json',
    ]) {
      cpSync(join(ROOT, path), this.path(path))
    }
    symlinkSync(join(ROOT, 'node_modules'), this.path('node_modules'))
    this.write('src/server.ts', SERVER)
    this.write('web/build.ts', WEB)
    for (const path of ['demo', 'admin', 'backup', 'restore', 'workers/worker']) {
      this.write(`src/${path}.ts`, 'export {}\n')
    }
    this.write('src/word.ts', "export const WORD = 'one'\n")
  }

  /** Changes the word that the service prints, later than everything else was written. */
  changeWord(word: string): void {
    this.write('src/word.ts', `export const WORD = '${word}'\n`)
    this.touch('src/word.ts')
  }

  /** Makes a file newer than everything that was built. */
  touch(path: string): void {
    const later = new Date(Math.max(Date.now(), this.builtAt() + 1000))
    utimesSync(this.path(path), later, later)
  }

  /** The time of the newest source of the bundle. */
  builtAt(): number {
    return statSync(this.path('dist/service.built'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  }

  path(path: string): string {
    return join(this.root, path)
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(this.path(path)), { recursive: true })
    writeFileSync(this.path(path), text)
  }

  start({ otherAccount = false, env = {}, args = [] }: RunOptions = {}): Promise<Run> {
    return new Promise((resolve, reject) => {
      const options = {
        cwd: tmpdir(),
        env: { PATH: '/usr/bin', ...env },
        ...(otherAccount ? OTHER_ACCOUNT : {}),
      }
      const command = [this.path('bin/rulewright.js'), 'server', ...args]
      const child = execFile(NODE, command, options, (error, stdout, stderr) => {
        if (error) return reject(error)
        const report = Report.parse(JSON.parse(stdout.replace(/^Building.*\n/, '')))
        const from = report.file.startsWith(this.path('dist/')) ? 'bundle' : 'sources'
        resolve({ ...report, from, started: child.pid, stderr })
      })
    })
  }

  remove(): void {
    chmodSync(this.root, 0o755)
    rmSync(this.root, { recursive: true })
  }
}
