import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { WEB_LIBRARIES } from '../web/libraries.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DEVELOPMENT = 'cdx:npm:package:development'

const Bom = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string() }) }),
  components: z.array(
    z.looseObject({
      'bom-ref': z.string(),
      name: z.string(),
      group: z.string().optional(),
      properties: z.array(z.object({ name: z.string() })),
    }),
  ),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
})
export type Bom = z.infer<typeof Bom>

/**
 * Returns the CycloneDX document of a production installation. Unlike `npm sbom --omit=dev`, it includes the optional
 * packages of all platforms and those of the built web application.
 */
export function createProductionBom(): Bom {
  const printed = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const bom = Bom.parse(JSON.parse(printed))
  const root = bom.metadata.component['bom-ref']
  const built = listWebComponents(bom)
  const components = bom.components.filter(
    ({ 'bom-ref': ref, properties }) =>
      built.has(ref) || !properties.some(({ name }) => name === DEVELOPMENT),
  )
  const shipped = new Set([root, ...components.map((component) => component['bom-ref'])])
  const dependencies = bom.dependencies
    .filter(({ ref }) => shipped.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => shipped.has(other)) }))
  // npm names the root after its folder.
  const component = { ...bom.metadata.component, type: 'application', name: root.replace(/@[^@]*$/, '') }
  return { ...bom, metadata: { ...bom.metadata, component }, components, dependencies }
}

/** Returns the references of the web application's libraries and their dependencies. */
function listWebComponents({ components, dependencies }: Bom): Set<string> {
  const needs = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const found = new Set(
    components
      .filter(({ group, name }) => WEB_LIBRARIES.includes(group ? `${group}/${name}` : name))
      .map((component) => component['bom-ref']),
  )
  for (const ref of found) for (const needed of needs.get(ref) ?? []) found.add(needed)
  return found
}

/** `npm run sbom -- FILE` writes the document, by default into `sbom.cdx.json`. */
if (import.meta.main) {
  const file = process.argv[2] ?? 'sbom.cdx.json'
  const bom = createProductionBom()
  writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`)
  process.stdout.write(`${file} lists ${bom.components.length} packages.\n`)
}
