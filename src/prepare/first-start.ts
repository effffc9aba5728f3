import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { inheritedEnvironment } from '../env.ts'
import { WITHOUT_WORKBENCH } from '../server/workbench.ts'

const SERVER = fileURLToPath(new URL('../server.ts', import.meta.url))
/** What is asked of it, so that what answers requests is compiled too. */
const ASKED = ['/up', '/health_check', '/sessions', '/openapi.json']
const LONGEST_MS = 60_000

/**
 * Starts the service once, on data that is thrown away and an address of this machine alone, with the options of this
 * process, so that Node.js keeps what it compiles. Throws when it does not start.
 */
export async function firstStart(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rulewright-install-'))
  const service = spawn(process.execPath, [...process.execArgv, SERVER, WITHOUT_WORKBENCH], {
    cwd: folder,
    env: { ...neutral(), HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  })
  const ended = once(service, 'close')
  try {
    for await (const line of createInterface(service.stdout)) {
      const [, base] = /is ready at (\S+)/.exec(line) ?? []
      if (base === undefined) continue
      for (const path of ASKED) await (await fetch(base + path)).arrayBuffer()
      service.kill('SIGTERM')
    }
    await ended
    if (service.exitCode !== 0) throw new Error('the service did not start')
  } finally {
    service.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
}

/** Of the environment only what says where programs and compiled code are: no settings of whoever installs. */
function neutral(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = inheritedEnvironment()
  return { PATH, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: resolve(NODE_COMPILE_CACHE) } : {}) }
}
