import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServiceAccount, Secret, ConfigMap, Service } from 'kubernetes-models/v1'
import { Deployment } from 'kubernetes-models/apps/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { describe, expect, it, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { variables } from '../../src/env/variables.ts'
import { readEnv } from '../../src/env.ts'

const unit = readFileSync(new URL('../../deploy/rulewright.service', import.meta.url), 'utf8')
const manifest = readFileSync(new URL('../../deploy/kubernetes.yaml', import.meta.url), 'utf8')
/** The worst exposure, of ten, that the unit may have; 1.3 when it was written. */
const EXPOSURE = 2

describe('the systemd unit', () => {
  it('is accepted by systemd, and exposes little', ({ skip }) => {
    const folder = mkdtempSync(join(tmpdir(), 'unit-'))
    const path = join(folder, 'rulewright.service')
    // The checker looks for the program, which is where the service will be.
    writeFileSync(path, unit.replace('/opt/rulewright/node_modules/.bin/node', process.execPath))
    try {
      const said = execFileSync('systemd-analyze', ['verify', '--man=no', path], {
        encoding: 'utf8',
        stdio: 'pipe',
      })
      expect(said).toBe('')
      const told = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', path], {
        encoding: 'utf8',
      })
      const level = /Overall exposure level for \S+: ([\d.]+)/.exec(told)?.[1]
      expect(Number(level)).toBeLessThan(EXPOSURE)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        skip('systemd is not installed')
      throw error
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('starts the service as npm does', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
    const flags = (text: string) =>
      text.match(/--max-semi-space-size=\d+ --heap-growing-percent=\d+ src\/server\.ts/)?.[0]
    expect(flags(unit)).toBe(flags(scripts.start))
  })
})

const Resource = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }) })

describe('the Kubernetes manifest', () => {
  const resources = parseAllDocuments(manifest).map((document) => {
    expect(document.errors).toEqual([])
    return Resource.parse(document.toJS())
  })
  const of = (kind: string) =>
    structuredClone(resources.find((resource) => resource.kind === kind) ?? Resource.parse({}))
  const kinds = { ServiceAccount, Secret, ConfigMap, Deployment, Service, PodDisruptionBudget }

  it.each(Object.entries(kinds))('has a valid %s, and nothing else', (kind, Kind) => {
    expect(resources.map((resource) => resource.kind).toSorted()).toEqual(Object.keys(kinds).toSorted())
    expect(() => new Kind(of(kind)).validate()).not.toThrow()
  })

  test('the checker refuses what is wrong', () => {
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

  it('gives the service settings that it takes', () => {
    const Settings = z.record(z.string(), z.string())
    const given = {
      ...Settings.parse(of('ConfigMap')['data']),
      ...Settings.parse(of('Secret')['stringData']),
    }
    expect(Object.keys(given).filter((name) => !(name in variables.shape))).toEqual([])
    expect(readEnv(given).http.port).toBe(3000)
  })

  it('runs as nobody, on a file system that cannot be written, with both probes', () => {
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
          securityContext: z.object({ runAsNonRoot: z.literal(true) }),
          containers: z.tuple([Container]),
        }),
      }),
    })
    expect(() => Spec.parse(of('Deployment')['spec'])).not.toThrow()
  })
})
