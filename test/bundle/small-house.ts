import { execFile } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const NODE = join(ROOT, 'node_modules/.bin/node')
/** Somebody who owns nothing here; only the administrator can become somebody else. */
const STRANGER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

const MAIN = `import { inSources } from '../log/stack.ts'
import { WORD } from './word.ts'

const stack = inSources(new Error('looked').stack ?? '')
process.stdout.write(JSON.stringify({ word: WORD, from: process.argv[1], stack }))
`

const Said = z.object({ word: z.string(), from: z.string(), stack: z.string() })

export interface Run {
  word: string
  /** Whether the bundle ran, or the sources. */
  from: 'bundle' | 'sources'
  stack: string
  /** What it wrote to standard error. */
  complaint: string
}

/** An installation whose service says one word and ends; how it is started is that of the real one. */
export class SmallHouse {
  readonly root = mkdtempSync(join(tmpdir(), 'rulewright-house-'))

  constructor() {
    chmodSync(this.root, 0o755)
    for (const path of [
      'src/bundle',
      'src/server.ts',
      'src/server/reason.ts',
      'src/log/stack.ts',
      'package.json',
    ])
      cpSync(join(ROOT, path), join(this.root, path), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(this.root, 'node_modules'))
    this.write('src/server/main.ts', MAIN)
    for (const path of [
      'src/demo/main.ts',
      'src/admin/main.ts',
      'src/computing/worker.ts',
      'src/database/embedded/engine-thread.ts',
    ])
      this.write(path, 'export {}\n')
    this.says('one')
  }

  /** Changes the word that the service says. */
  says(word: string): void {
    this.write('src/server/word.ts', `export const WORD = '${word}'\n`)
  }

  path(path: string): string {
    return join(this.root, path)
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(this.path(path)), { recursive: true })
    writeFileSync(this.path(path), text)
  }

  /** What is in the folder of bundles. */
  kept(): string[] {
    return readdirSync(this.path('dist/service')).toSorted()
  }

  /** Starts the service, as somebody else when asked for. */
  start({ stranger = false } = {}): Promise<Run> {
    return new Promise((resolve, reject) => {
      const options = { cwd: tmpdir(), ...(stranger ? STRANGER : {}) }
      execFile(NODE, [this.path('src/server.ts')], options, (error, out, complaint) => {
        if (error) return reject(error)
        const { word, from, stack } = Said.parse(JSON.parse(out))
        resolve({ word, stack, complaint, from: from.startsWith(this.path('dist/')) ? 'bundle' : 'sources' })
      })
    })
  }

  remove(): void {
    chmodSync(this.root, 0o755)
    rmSync(this.root, { recursive: true })
  }
}
