import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Deployment } from 'kubernetes-models/apps/v1'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ServiceAccount, Secret, ConfigMap, Service } from 'kubernetes-models/v1'
import { describe, expect, it, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { createProductionBom } from '../../deploy/sbom.ts'
import { readEnv, SettingsError } from '../../src/config/env.ts'
import { oidcFields, providerVariables } from '../../src/config/settings/providers.ts'
import { variables } from '../../src/config/variables.ts'
import { WEB_LIBRARIES } from '../../web/libraries.ts'

const root = new URL('../../', import.meta.url).pathname
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const Package = z.object({
  scripts: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
})
const unit = read('deploy/rulewright.service')
const manifest = read('deploy/kubernetes.yaml')
/** The worst exposure, of ten, that the unit may have; 1.3 when it was written. */
const EXPOSURE = 2

describe('the systemd unit', () => {
  it('is valid for systemd, and has a low exposure score', ({ skip }) => {
    const folder = mkdtempSync(join(tmpdir(), 'unit-'))
    const path = join(folder, 'rulewright.service')
    // systemd-analyze fails for a program that does not exist, so the unit gets this Node.js.
    writeFileSync(path, unit.replace('/opt/rulewright/node_modules/.bin/node', process.execPath))
    try {
      const output = execFileSync('systemd-analyze', ['verify', '--man=no', path], {
        encoding: 'utf8',
        stdio: 'pipe',
      })
      expect(output).toBe('')
      const exposure = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', path], {
        encoding: 'utf8',
      })
      const level = /Overall exposure level for \S+: ([\d.]+)/.exec(exposure)?.[1]
      expect(Number(level)).toBeLessThan(EXPOSURE)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
        skip('systemd is not installed')
      }
      throw error
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('starts the service as npm and the image do', () => {
    const { scripts } = Package.parse(JSON.parse(read('package.json')))
    expect(scripts['start']).toBe('node bin/rulewright.js server')
    expect(unit).toContain('ExecStart=/opt/rulewright/node_modules/.bin/node bin/rulewright.js server\n')
    expect(read('Dockerfile')).toContain('CMD ["node", "bin/rulewright.js", "server"]')
  })
})

const Resource = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }) })

describe('the Kubernetes manifest', () => {
  const resources = parseAllDocuments(manifest).map((document) => {
    expect(document.errors).toEqual([])
    return Resource.parse(document.toJS())
  })
  const findResource = (kind: string) =>
    structuredClone(resources.find((resource) => resource.kind === kind) ?? Resource.parse({}))
  const kinds = {
    ServiceAccount,
    Secret,
    ConfigMap,
    Deployment,
    Service,
    PodDisruptionBudget,
    NetworkPolicy,
  }

  it.each(Object.entries(kinds))('has a valid %s and no other content', (kind, Kind) => {
    expect(resources.map((resource) => resource.kind).toSorted()).toEqual(Object.keys(kinds).toSorted())
    expect(() => new Kind(findResource(kind)).validate()).not.toThrow()
  })

  test('is checked by a checker that rejects wrong manifests', () => {
    for (const [good, bad] of [
      ['containerPort: 3000', 'containerPort: http'],
      ['failureThreshold: 900', 'failureThreshold: many'],
      ['runAsNonRoot: true', 'runAsNonRoot: "yes"'],
    ] as const) {
      const changed = parseAllDocuments(manifest.replace(good, bad)).map((document) =>
        Resource.parse(document.toJS()),
      )
      const deployment = changed.find(({ kind }) => kind === 'Deployment')
      expect(() => new Deployment(deployment).validate(), bad).toThrow()
    }
  })

  const Settings = z.record(z.string(), z.string())
  const settings = Settings.parse(findResource('ConfigMap')['data'])
  const secrets = Settings.parse(findResource('Secret')['stringData'])

  it('gives the service valid settings once the placeholders are replaced', () => {
    const given = { ...settings, ...secrets }
    expect(Object.keys(given).filter((name) => !(name in variables.shape))).toEqual([])
    const environment = Object.entries(given).map(([name, value]) => [
      name,
      value.replace(/change-me/i, 'Gravel-Otter'),
    ])
    const env = readEnv(Object.fromEntries(environment))
    expect(env.http.port).toBe(3000)
    expect(env.mail.on && env.metrics.token !== null).toBe(true)
    // RFC 5737: an address that no host has.
    expect(env.http.trustedProxies).toEqual(['192.0.2.10/32'])
  })

  it('publishes no secret that the service accepts', () => {
    const names = Object.keys(secrets).filter((name) => name !== 'BOOTSTRAP_ADMIN_EMAIL')
    let refused: unknown
    try {
      readEnv({ ...settings, ...secrets })
    } catch (error) {
      refused = error
    }
    const problems = refused instanceof SettingsError ? refused.problems : []
    const placeholders = problems.filter(({ message }) => message.includes('placeholder'))
    expect(placeholders.map(({ variable }) => variable).toSorted()).toEqual(names.toSorted())
  })

  it('allows connections only from the ingress and Prometheus, and limits outgoing ones', () => {
    const Spec = z.object({
      podSelector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
      policyTypes: z.array(z.string()),
      ingress: z.tuple([
        z.object({
          from: z
            .array(
              z.object({ namespaceSelector: z.object({ matchLabels: z.record(z.string(), z.string()) }) }),
            )
            .min(1),
          ports: z.array(z.unknown()).min(1),
        }),
      ]),
      egress: z.array(z.object({ ports: z.array(z.unknown()).min(1) })).min(1),
    })
    const { podSelector, policyTypes } = Spec.parse(findResource('NetworkPolicy')['spec'])
    expect(policyTypes).toEqual(['Ingress', 'Egress'])
    expect(podSelector.matchLabels).toEqual({ 'app.kubernetes.io/name': 'rulewright' })
  })

  it('runs as the user nobody, on a read-only file system, with both probes', () => {
    const Container = z.object({
      livenessProbe: z.object({ httpGet: z.object({ path: z.literal('/up') }) }),
      readinessProbe: z.object({ httpGet: z.object({ path: z.literal('/health_check') }) }),
      resources: z.object({ requests: z.object({}), limits: z.object({ memory: z.string() }) }),
      securityContext: z.object({
        allowPrivilegeEscalation: z.literal(false),
        readOnlyRootFilesystem: z.literal(true),
        capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
      }),
    })
    const Spec = z.object({
      template: z.object({
        spec: z.object({
          automountServiceAccountToken: z.literal(false),
          securityContext: z.object({
            runAsNonRoot: z.literal(true),
            seccompProfile: z.object({ type: z.literal('RuntimeDefault') }),
          }),
          containers: z.tuple([Container]),
        }),
      }),
    })
    expect(() => Spec.parse(findResource('Deployment')['spec'])).not.toThrow()
  })
})

describe('the Compose file', () => {
  const Hardened = z.object({
    cap_drop: z.tuple([z.literal('ALL')]),
    security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  })
  const Compose = z.object({
    services: z.object({
      database: Hardened.extend({ image: z.string() }),
      service: Hardened.extend({
        environment: z.record(z.string(), z.union([z.string(), z.number()]).nullable()),
        env_file: z.tuple([z.object({ path: z.literal('.env'), required: z.literal(false) })]),
        read_only: z.literal(true),
        tmpfs: z.array(z.string()),
        volumes: z.array(z.string()),
      }),
    }),
  })
  const { services } = Compose.parse(parse(read('compose.yaml')))
  const { environment } = services.service

  it('passes settings of providers, metrics, proxies and mail to the container', () => {
    const fields = Object.keys(oidcFields.shape).map((field) => `OIDC_${field}`)
    const handed = [
      ...fields,
      ...Object.keys(providerVariables),
      'BASE_URL',
      'TRUSTED_PROXIES',
      'METRICS_TOKEN',
      'SMTP_URL',
      'MAIL_FROM',
    ]
    expect(handed.filter((name) => !(name in environment))).toEqual([])
    const isKnown = (name: string) => name in variables.shape || fields.includes(name)
    expect(Object.keys(environment).filter((name) => !isKnown(name))).toEqual([])
  })

  it('gives the service valid settings', () => {
    const settings = Object.entries(environment).map(([name, value]) => {
      const text = value === null ? '' : String(value)
      return [
        name,
        text.replaceAll(/\$\{\w+(?::-([^}]*))?\}/g, (_, fallback?: string) => fallback ?? 'secret'),
      ]
    })
    const env = readEnv(Object.fromEntries(settings))
    expect(env.http).toMatchObject({
      baseUrl: 'http://localhost:3000',
      workers: 2,
      host: '0.0.0.0',
      port: 3000,
    })
  })

  it('lets the service write its data and temporary files, with memory for uploads', () => {
    expect(services.service.volumes).toEqual(['data:/data'])
    expect(services.service.tmpfs).toEqual(['/tmp:size=1g,mode=1777'])
    expect(environment['UPLOAD_SPOOL_MIB']).toBe('${UPLOAD_SPOOL_MIB:-512}')
  })
})

describe('images', () => {
  const PINNED = /^[a-z]+:\d+(\.\d+)+(-slim)?@sha256:[0-9a-f]{64}$/
  const dockerfile = read('Dockerfile')

  it('are pinned by version and digest in a form that update tools find', () => {
    const [, node = ''] =
      /^# renovate: datasource=docker depName=node\nARG NODE_IMAGE=(\S+)$/m.exec(dockerfile) ?? []
    const [, postgres = ''] =
      /^ +# renovate: datasource=docker depName=postgres\n +image: (\S+)$/m.exec(read('compose.yaml')) ?? []
    expect(node).toMatch(PINNED)
    expect(postgres).toMatch(PINNED)
    const { dependencies } = Package.parse(JSON.parse(read('package.json')))
    expect(node).toContain(`node:${dependencies['node']}-slim@`)
  })

  it('images of the Dockerfile all start from the pinned one or another stage', () => {
    const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name)
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
    expect(bases.filter((base) => base !== '${NODE_IMAGE}' && !stages.includes(base))).toEqual([])
  })
})

describe('the bill of materials', () => {
  const Locked = z.object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        dev: z.boolean().optional(),
        integrity: z.string().optional(),
      }),
    ),
  })

  it('lists every package of a production installation with its version, purl and digest', () => {
    const bom = createProductionBom()
    expect(bom).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'rulewright', type: 'application' } },
    })
    const { packages } = Locked.parse(JSON.parse(read('package-lock.json')))
    const shipped = Object.entries(packages)
      .filter(([path, { dev }]) => path !== '' && !dev)
      .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`)
    const listed = bom.components.map((component) => component['bom-ref'])
    expect(shipped.filter((ref) => !listed.includes(ref))).toEqual([])
    const alsoListed = listed.filter((ref) => !shipped.includes(ref)).map((ref) => ref.replace(/@[^@]*$/, ''))
    expect(alsoListed).toEqual(expect.arrayContaining(WEB_LIBRARIES))
    expect(alsoListed.filter((name) => /^(vite|vitest|rolldown|typescript)$/.test(name))).toEqual([])
    const Component = z.looseObject({
      purl: z.string().startsWith('pkg:npm/'),
      hashes: z.tuple([z.object({ alg: z.literal('SHA-512'), content: z.string().length(128) })]),
      licenses: z.array(z.unknown()).min(1),
    })
    for (const component of bom.components) {
      expect(() => Component.parse(component), component['bom-ref']).not.toThrow()
    }
  })

  it('lists the packages that the web application imports', () => {
    const { dependencies } = Package.parse(JSON.parse(read('package.json')))
    const imported = globSync(['web/{app,pages,api}/**/*.{ts,tsx}', 'web/main.tsx'], { cwd: root }).flatMap(
      (path) => [...read(path).matchAll(/ from '((?:@[\w-]+\/)?[a-z][\w.-]*)/g)].map(([, name = '']) => name),
    )
    // `virtual:licenses` is written by the build.
    const known = new Set(['virtual', ...WEB_LIBRARIES, ...Object.keys(dependencies)])
    expect(imported.length).toBeGreaterThan(100)
    expect([...new Set(imported)].filter((name) => !known.has(name))).toEqual([])
  })

  it('refers only to listed packages', () => {
    const { components, dependencies, metadata } = createProductionBom()
    const listed = [metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])]
    const refs = dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
    expect(refs.filter((ref) => !listed.includes(ref))).toEqual([])
  })
})

describe('docs/operations.md', () => {
  const blocks = [...read('docs/operations.md').matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => text)

  it('contains only valid YAML', () => {
    expect(blocks.length).toBeGreaterThan(2)
    for (const block of blocks) expect(() => parse(block), block).not.toThrow()
  })

  it('proposes alerts that promtool accepts, and that sum the failures of all processes', (test) => {
    const folder = mkdtempSync(join(tmpdir(), 'alerts-'))
    try {
      writeFileSync(join(folder, 'alerts.yml'), blocks.find((block) => block.startsWith('groups:')) ?? '')
      writeFileSync(join(folder, 'test.yml'), ALERT_TEST)
      execFileSync('promtool', ['test', 'rules', 'test.yml'], { cwd: folder, stdio: 'pipe' })
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
        return test.skip('promtool is not installed')
      }
      throw error
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

/** Two processes with two failures each of the same task; neither exceeds the limit alone. */
const ALERT_TEST = `
rule_files: [alerts.yml]
evaluation_interval: 1m
tests:
  - interval: 10m
    input_series:
      - series: rulewright_background_runs_total{task="outbox",outcome="failed",process="main"}
        values: 0 1 2 3
      - series: rulewright_background_runs_total{task="outbox",outcome="failed",process="worker 1"}
        values: 0 1 2 3
      - series: rulewright_background_runs_total{task="jobs",outcome="failed",process="main"}
        values: 0 1 2 3
    alert_rule_test:
      - eval_time: 30m
        alertname: RulewrightTaskFails
        exp_alerts: [{ exp_labels: { task: outbox } }]
`
