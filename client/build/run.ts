import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { appRouter } from '../../routers/index.ts'
import { printRouterType } from './router-type.ts'

const client = fileURLToPath(new URL('..', import.meta.url))
const root = join(client, '..')
const dist = process.argv[2] ?? join(client, 'dist')

/** Modules whose types the source imports; the package contains the printed types. */
const SERVICE_IMPORTS = /'\.\.\/\.\.\/(routers\/index|openapi\/reasons)\.ts'/g

const OPTIONS = {
  target: 'es2022',
  module: 'nodenext',
  strict: true,
  outDir: 'out',
  rootDir: '.',
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  rewriteRelativeImportExtensions: true,
  skipLibCheck: true,
}

build()

/**
 * Writes dist/index.js, its declarations dist/index.d.ts, and the command-line tool in dist/cli. An
 * argument names another folder.
 */
function build(): void {
  const work = join(dist, '.work')
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  const source = readFileSync(join(client, 'src/index.ts'), 'utf8')
  writeFileSync(join(work, 'index.ts'), source.replaceAll(SERVICE_IMPORTS, "'./router.ts'"))
  writeFileSync(join(work, 'router.ts'), printRouterType(appRouter))
  symlinkSync(join(root, 'node_modules'), join(work, 'node_modules'), 'dir')
  compile(work)
  const declarations = ['router', 'index'].map((name) => readFileSync(join(work, `out/${name}.d.ts`), 'utf8'))
  writeFileSync(join(dist, 'index.d.ts'), withoutOwnImports(declarations.join('\n')))
  writeFileSync(join(dist, 'index.js'), readFileSync(join(work, 'out/index.js'), 'utf8'))
  cpSync(join(client, 'src/cli'), join(work, 'cli'), { recursive: true })
  compileTool(work)
  cpSync(join(work, 'out/cli'), join(dist, 'cli'), { recursive: true })
  chmodSync(join(dist, 'cli/main.js'), 0o755)
  rmSync(work, { recursive: true })
}

/** The part that also runs in browsers, with its declarations. */
function compile(work: string): void {
  const lib = ['es2024', 'dom', 'dom.iterable']
  const options = { ...OPTIONS, lib, types: [], declaration: true }
  runCompiler(work, { compilerOptions: options, files: ['index.ts', 'router.ts'] })
}

/** The part for Node.js, with the printed types of the operations. */
function compileTool(work: string): void {
  const options = { ...OPTIONS, lib: ['es2024'], types: ['node'], noUncheckedIndexedAccess: true }
  runCompiler(work, { compilerOptions: options, files: listToolSources(work) })
}

/** Lists every file, because the compiler does not emit imported files in a node_modules folder. */
function listToolSources(work: string): string[] {
  const names = readdirSync(join(work, 'cli'), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.ts')).map((name) => join('cli', name))
}

function runCompiler(work: string, options: object): void {
  writeFileSync(join(work, 'package.json'), '{"type":"module"}')
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(options))
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', work, '--checkers', '1'], { stdio: 'inherit' })
}

/** Removes imports between the two declarations, which are in one file. */
function withoutOwnImports(text: string): string {
  return text.replaceAll(/^(import|export) type \{[^}]*\} from '\.\/router\.[a-z]+';?\n/gm, '')
}
