import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const NODE = join(ROOT, 'node_modules/.bin/node')
const TOOL = join(ROOT, 'client/src/cli/main.ts')
const COMPILED = join(ROOT, 'node_modules/.cache/rulewright/compiled')
/** Makes the process print its peak memory in kB when it exits. */
const MEASURED = `data:text/javascript,${encodeURIComponent(
  `process.on('exit', () => process.stderr.write('held ' + process.resourceUsage().maxRSS + '\\n'))`,
)}`

/** The content of an executable script that runs the tool. */
const toScript = (tool: string) => `#!/bin/sh\nexec "${NODE}" "${tool}" "$@"\n`

/** The exit code and output of a finished command. */
export interface CommandResult {
  code: number | null
  out: string
  err: string
}

/** A running command. */
export interface Call {
  ended: Promise<CommandResult>
  /** Resolves when the output contains this text. */
  waitForOutput: (text: string) => Promise<void>
  interrupt: () => void
  kill: () => void
}

export interface CommandOptions {
  env?: Record<string, string>
  stdin?: string
  cwd?: string
  measured?: boolean
}

/** Runs the tool as a process that inherits only PATH. */
export function startCommand(
  args: string[],
  { env = {}, stdin = '', cwd = ROOT, measured = false }: CommandOptions = {},
): Call {
  const flags = measured ? ['--import', MEASURED] : []
  return spawnCommand(NODE, [...flags, TOOL, ...args], { env, stdin, cwd })
}

interface Script {
  env: Record<string, string>
  folder: string
  /** The path of the built tool, instead of its source. */
  built?: string
  stdin?: string
}

/** Runs a bash script that can call `rulewright`. */
export async function runScript(
  script: string,
  { env, folder, built = TOOL, stdin = '' }: Script,
): Promise<CommandResult> {
  const commands = join(folder, '.commands')
  await mkdir(commands, { recursive: true })
  await writeFile(join(commands, 'rulewright'), toScript(built), { mode: 0o755 })
  const path = `${commands}:${process.env['PATH'] ?? ''}`
  return spawnCommand('bash', ['--norc', '-c', script], { env: { ...env, PATH: path }, stdin, cwd: folder })
    .ended
}

/** Runs the tool on a pseudo-terminal and returns its output. */
export async function runOnTerminal(
  args: string[],
  env: Record<string, string>,
  cwd: string,
): Promise<CommandResult> {
  const words = [NODE, TOOL, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
  return spawnCommand('script', ['-qec', words, '/dev/null'], {
    env: { TERM: 'xterm', ...env },
    stdin: '',
    cwd,
  }).ended
}

function spawnCommand(
  command: string,
  args: string[],
  { env, stdin, cwd }: Required<Omit<CommandOptions, 'measured'>>,
): Call {
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  child.stdin.on('error', () => undefined).end(stdin)
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, out, err }))
  const says = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (out.includes(text) || err.includes(text)) resolve()
      }
      child.stdout.on('data', look)
      child.stderr.on('data', look)
      look()
      void ended.then(() => reject(new Error(`it ended without "${text}":\n${out}${err}`)))
    })
  return {
    ended,
    waitForOutput: says,
    interrupt: () => child.kill('SIGINT'),
    kill: () => child.kill('SIGKILL'),
  }
}

/** A service with scripted answers that records its requests. */
export interface FakeService {
  url: string
  requests: {
    method: string
    path: string
    headers: IncomingMessage['headers']
    body: string
    bytes: number
  }[]
  stop: () => Promise<void>
}

type RequestHandler = (path: string, method: string, response: ServerResponse) => void

export async function startFakeService(answers: RequestHandler): Promise<FakeService> {
  const requests: FakeService['requests'] = []
  const server = createServer((request, response) => {
    let body = ''
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (body.length < 10_000) body += chunk.toString('latin1')
    })
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      requests.push({ method, path: url, headers, body, bytes })
      answers(url, method, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url: `http://127.0.0.1:${port}`, requests, stop }
}

/** Sends a JSON response. */
export function sendJson(response: ServerResponse, body: unknown, status: number = 200): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}
