import { strToU8, unzipSync, zipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { toArchive, peerArchive } from '../support/archives.ts'
import { type Entries, createHostileArchives } from '../support/hostile-archives.ts'
import { HostileUploads, UPLOAD_KINDS, type UploadKind } from '../support/hostile-uploads.ts'
import type { Answer } from '../support/rest.ts'
import { createGuideFile } from '../support/uploads.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let uploads: HostileUploads

beforeAll(async () => {
  uploads = await HostileUploads.into(world)
})

const ENTITY = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'
const REQIF = '<REQ-IF xmlns="http://www.omg.org/spec/ReqIF/20110401/reqif.xsd"/>'

describe('an archive', () => {
  const createGoodEntries = (kind: UploadKind): [string, Entries] => {
    if (kind === 'a Markdown folder') {
      return ['folder.zip', { 'requirements/a.md': strToU8('---\nid: "x"\n---\n') }]
    }
    if (kind === 'an InSpec profile') {
      return ['profile.zip', { 'controls/a.rb': strToU8("control 'x' do\nend\n") }]
    }
    if (kind === 'a ReqIF archive') return ['doc.reqifz', { 'a.reqif': strToU8(REQIF) }]
    const srg = { srgId: 'None', title: 'None', version: 'V1R1' }
    return ['backup.zip', unzipSync(toArchive(peerArchive({ srg })))]
  }
  const cases = (
    [
      'a backup',
      'a new project',
      'a Markdown folder',
      'an InSpec profile',
      'a ReqIF archive',
      // Packages of guides may contain archives and reject single members: see test/formats/package.test.ts.
    ] as const
  ).flatMap((way) => {
    const [name, entries] = createGoodEntries(way)
    return createHostileArchives(entries).map(([kind, bytes, message]) => ({
      way,
      kind,
      name,
      bytes,
      said: message,
    }))
  })
  test.each(cases)('C-84: $kind is rejected as $way', async ({ way, name, bytes, said: message }) => {
    // A backup is a single file; its error names the entry.
    const uploadName = /backup|project/.test(way) ? 'archive' : name
    await uploads.assertRejected(way, name, bytes, { message, errorName: uploadName })
  })
})

test.each(UPLOAD_KINDS)('E-11: an empty file is rejected as %s, and the message names it', async (kind) => {
  const message = /"message":\["File(?:\.0)? empty\.xml is empty \(0 bytes\)"\]/
  await uploads.assertRejected(kind, 'empty.xml', new Uint8Array(), { message, errorName: '"file' })
})

describe('a package of guides', () => {
  const GUIDE = 'U_Test_Guide_V1R1_Manual-xccdf.xml'
  const guides = {
    'an SRG': createGuideFile(),
    'a STIG': createGuideFile({ rules: [{ version: 'ABCD-1' }] }),
  } as const
  const created = { file: GUIDE, status: 'created', reason: null }
  const toRejectedLine = (file: string) => ({ file, status: 'refused', reason: 'upload.archive' })
  /** Packages whose guide is imported, with the other lines of the answer. Members that are not guides are never opened. */
  const cameIn: Record<string, object[]> = {
    'of zeros that fill memory': [],
    'of one file many times': [],
    'that leads upwards': [],
    'that leads to the root': [],
    'that leads to a drive': [],
    'with paths of another system': [],
    'with a link': [],
    'with names that differ in case alone': [],
    'in an archive': [{ file: `inner.zip/${GUIDE}`, status: 'exists', reason: null }],
    'with an entry twice': [toRejectedLine(GUIDE)],
  }
  const cases = (['an SRG', 'a STIG'] as const).flatMap((way) =>
    // Packages may unpack to more bytes than other archives; this many show that the copies are skipped.
    createHostileArchives({ [GUIDE]: guides[way] }, 50 * 1024 * 1024).map(([kind, bytes, message]) => ({
      way,
      kind,
      bytes,
      said: message,
    })),
  )
  const readLines = ({ body }: Answer) =>
    body.guides.map(({ file, status, reason }: Record<string, unknown>) => ({ file, status, reason }))

  /** Deletes the imported guide, so that the final check finds any other imported data. */
  async function removeCreated(kind: UploadKind, { body }: Answer): Promise<void> {
    for (const { status, id } of body.guides) {
      if (status !== 'created') continue
      expect(
        (await uploads.workspace.as.systemAdmin.delete(`${kind === 'an SRG' ? '/srgs' : '/stigs'}/${id}`))
          .status,
      ).toBe(200)
    }
    await uploads.assertUnchanged()
  }

  test.each(cases)(
    'C-93: $kind is reported member by member as $way',
    async ({ way, kind, bytes, said: message }) => {
      const more = cameIn[kind]
      if (more === undefined) {
        return uploads.assertRejected(way, 'guide.zip', bytes, {
          message,
          errorName: 'upload.archive',
        })
      }
      const answer = await uploads.send(way, 'guide.zip', bytes)
      expect([answer.status, readLines(answer)]).toEqual([200, [created, ...more]])
      await removeCreated(way, answer)
    },
  )

  test('C-93: a harmful guide is rejected by name, and the other guides are imported', async () => {
    const good = guides['an SRG']
    const blanks = strToU8(`<Benchmark>${' '.repeat(60 * 1024 * 1024)}</Benchmark>`)
    const entities = strToU8(Buffer.from(good).toString().replace('<Benchmark', `${ENTITY}<Benchmark`))
    const nested = Array.from({ length: 5 }).reduce<Uint8Array>((zip) => zipSync({ 'a.zip': zip }), good)
    const answer = await uploads.send(
      'an SRG',
      'guide.zip',
      zipSync({
        [GUIDE]: good,
        '../../blanks-xccdf.xml': blanks,
        'entities-xccdf.xml': entities,
        'nested.zip': nested,
      }),
    )
    expect([answer.status, readLines(answer)]).toEqual([
      200,
      [
        created,
        { file: '../../blanks-xccdf.xml', status: 'refused', reason: 'upload.archive' },
        { file: 'entities-xccdf.xml', status: 'refused', reason: 'xccdf.doctype' },
        { file: 'nested.zip/a.zip/a.zip/a.zip', status: 'refused', reason: 'upload.archive' },
      ],
    ])
    await removeCreated('an SRG', answer)
  })
})
