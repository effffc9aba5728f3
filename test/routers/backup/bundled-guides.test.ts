import { describe, expect, test } from 'vitest'
import { toArchive, type Members, peerArchive, peerRule, sendArchive } from '../../support/archives.ts'
import { unique } from '../../support/factories.ts'
import type { Rest } from '../../support/rest.ts'
import { createFileForm } from '../../support/uploads.ts'
import { createWorld } from '../../support/world.ts'
import { createBenchmarkXml } from '../../support/xccdf.ts'

const world = createWorld()
const CREATE = '/projects/create_from_backup'

/** An archive that contains these guides and one component per guide. */
function createBundle(...guides: { srgId: string; version: string; release: string }[]): Uint8Array {
  const parts = guides.map(({ srgId, version, release }, index) => {
    const srg = { srgId, title: 'Bundled', version: `V${version}R${release}` }
    const rules = [peerRule(srgId, 1, { srg_rule_version: 'SRG-TEST-000001' })]
    return { srg, members: peerArchive({ srg, rules, name: `Part ${index}` }) }
  })
  const listed = parts.flatMap(
    ({ members }) => JSON.parse(JSON.stringify(members['manifest.json'])).components,
  )
  const srgs = parts.map(({ srg }) => ({
    srg_id: srg.srgId,
    title: srg.title,
    version: srg.version,
    filename: `${srg.srgId}-${srg.version}.xml`,
  }))
  const files = guides.map(({ srgId, version, release }, index) => [
    `srgs/${srgs[index]?.filename ?? ''}`,
    createBenchmarkXml({ id: srgId, title: 'Bundled', version, release }),
  ])
  const manifest = { backup_format_version: '1.1', components: listed, srgs }
  const all: Members = Object.assign({}, ...parts.map(({ members }) => members))
  return toArchive({ ...all, 'manifest.json': manifest, ...Object.fromEntries(files) })
}

const createLine = () => unique('Bundled').replaceAll('-', '_')

async function readVersions(rest: Rest, line: string): Promise<string[]> {
  const { body } = await rest.get('/srgs')
  const releases = body.filter(({ srg_id: id }: { srg_id: string }) => id === line)
  return releases.map(({ version }: { version: string }) => version)
}

const readProjects = async (rest: Rest) => (await rest.get('/projects')).body.length

describe('a guide in an archive', () => {
  test.each(['false', 'true'])(
    'E-45: is not imported for a registered user, and nothing is stored (dry_run %s)',
    async (dry) => {
      const rest = await world.rest(await world.createUser())
      const line = createLine()
      const before = await readProjects(rest)
      const bytes = createBundle({ srgId: line, version: '99', release: '9' })
      const { status, body } = await sendArchive(rest, CREATE, bytes, { dry_run: dry })
      expect([status, body.reason]).toEqual([422, 'archive.guide_missing'])
      expect(body.toast.message.join(' ')).toContain(`${line} V99R9, which is not in the catalog`)
      expect(body.toast.message.join(' ')).toContain(
        'Only a system administrator can add it from the archive',
      )
      expect(await readVersions(rest, line)).toEqual([])
      expect(await readProjects(rest)).toBe(before)
    },
  )

  test('E-45: is not imported for an admin of the project, neither directly nor by a job', async () => {
    const project = await world.createProject()
    const rest = await world.rest(await world.createMember(project, 'admin'))
    const line = createLine()
    const form = createFileForm('backup.zip', createBundle({ srgId: line, version: '99', release: '9' }))
    const path = `/projects/${project.id}/import_backup`
    expect((await rest.post(path, form)).body.reason).toBe('archive.guide_missing')
    expect((await rest.get(`/projects/${project.id}`)).body.components).toEqual([])
    expect(await readVersions(rest, line)).toEqual([])
  })

  test('E-45: never becomes the latest release of a line; the import uses and names the release of the catalog', async () => {
    const rest = await world.rest(await world.createUser())
    const line = createLine()
    await world.createSrg({ srgId: line, version: 'V1R1', rules: 0 })
    const bytes = createBundle({ srgId: line, version: '99', release: '9' })
    const preview = await sendArchive(rest, CREATE, bytes, { dry_run: 'true', project_name: unique('Tried') })
    expect(preview.body.summary.srg_details).toMatchObject([
      { srg_id: line, version: 'V99R9', found: 'other release', used_version: 'V1R1' },
    ])
    expect(preview.body.warnings[0]).toBe(
      `${line} V99R9 is not in the catalog; V1R1 is used. Only a system administrator can add it from the archive.`,
    )
    const creation = await sendArchive(rest, CREATE, bytes, { project_name: unique('Made') })
    expect([creation.status, creation.body.summary.srgs_imported]).toEqual([200, 0])
    expect(await readVersions(rest, line)).toEqual(['V1R1'])
  })

  test('E-45: is not imported if the import names only components that do not use it', async () => {
    const rest = await world.rest(await world.createUser())
    const [known, forged] = [createLine(), createLine()]
    await world.createSrg({ srgId: known, version: 'V1R1' })
    const bytes = createBundle(
      { srgId: known, version: '1', release: '1' },
      { srgId: forged, version: '9', release: '9' },
    )
    const filter = JSON.stringify({ 'Part 0': '' })
    const creation = await sendArchive(rest, CREATE, bytes, {
      project_name: unique('Part'),
      component_filter: filter,
    })
    expect([creation.status, creation.body.summary.components_imported]).toEqual([200, 1])
    expect(await readVersions(rest, forged)).toEqual([])
  })

  test('E-45: is added to the catalog if a system administrator imports it', async () => {
    const rest = await world.rest(await world.createSystemAdmin())
    const line = createLine()
    const bytes = createBundle({ srgId: line, version: '2', release: '1' })
    const creation = await sendArchive(rest, CREATE, bytes, { project_name: unique('Made') })
    expect([creation.status, creation.body.summary.srgs_imported]).toEqual([200, 1])
    expect(await readVersions(rest, line)).toEqual(['V2R1'])
  })
})
