import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { appRouter } from '../../routers/index.ts'
import { routerType } from './router-type.ts'

const client = fileURLToPath(new URL('..', import.meta.url))
const root = join(client, '..')
const dist = process.argv[2] ?? join(client, 'dist')

build()

/** Writes dist/index.js and dist/index.d.ts, the one declaration file. An argument names another folder. */
function build(): void {
  const work = join(dist, '.work')
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  const source = readFileSync(join(client, 'src/index.ts'), 'utf8')
  writeFileSync(join(work, 'index.ts'), source.replaceAll('../../routers/index.ts', './router.ts'))
  writeFileSync(join(work, 'router.ts'), routerType(appRouter))
  symlinkSync(join(root, 'node_modules'), join(work, 'node_modules'), 'dir')
  compile(work)
  const declarations = ['router', 'index'].map((name) => readFileSync(join(work, `out/${name}.d.ts`), 'utf8'))
  writeFileSync(join(dist, 'index.d.ts'), withoutOwnImports(declarations.join('\n')))
  writeFileSync(join(dist, 'index.js'), readFileSync(join(work, 'out/index.js'), 'utf8'))
  rmSync(work, { recursive: true })
}

function compile(work: string): void {
  const options = {
    compilerOptions: {
      target: 'es2022',
      module: 'nodenext',
      lib: ['es2024', 'dom', 'dom.iterable'],
      types: [],
      strict: true,
      declaration: true,
      outDir: 'out',
      rootDir: '.',
      verbatimModuleSyntax: true,
      allowImportingTsExtensions: true,
      rewriteRelativeImportExtensions: true,
      skipLibCheck: true,
    },
    files: ['index.ts', 'router.ts'],
  }
  writeFileSync(join(work, 'package.json'), '{"type":"module"}')
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(options))
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', work], { stdio: 'inherit' })
}

/** Both declarations stand in one file, so that the lines that join them go. */
function withoutOwnImports(text: string): string {
  return text.replaceAll(/^(import|export) type \{[^}]*\} from '\.\/router\.[a-z]+';?\n/gm, '')
}
