import { mkdtempSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Zip, ZipDeflate, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { detectContentKind } from '../../src/formats/package/content-kind.ts'
import { findBenchmarkDocument, findBenchmarks } from '../../src/formats/package/data-stream.ts'
import { MAX_BENCHMARK_BYTES } from '../../src/formats/upload.ts'
import { parseBenchmark } from '../../src/formats/xccdf.ts'
import { listPackageMembers, unpackMember } from '../../src/workers/tasks/package.ts'
import { createDataStream } from '../support/packages.ts'
import { createBenchmarkFile, createBenchmarkXml } from '../support/xccdf.ts'
import { catchDomainError } from './catch-domain-error.ts'

const xml = createBenchmarkFile()
const other = new TextEncoder().encode('something else')
const NAME = 'U_Test_Guide_V1R1_Manual-xccdf.xml'

/** A zip as streaming tools write it: the sizes follow the data. */
function createStreamed(files: Record<string, Uint8Array>): Uint8Array {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  for (const [name, bytes] of Object.entries(files)) {
    const entry = new ZipDeflate(name)
    zip.add(entry)
    entry.push(bytes, true)
  }
  zip.end()
  return new Uint8Array(Buffer.concat(chunks))
}

const CENTRAL = [0x50, 0x4b, 0x01, 0x02]

/** A zip with a changed central directory record of its first entry. */
function changeIndex(zip: Uint8Array, change: (view: DataView, offset: number) => void): Uint8Array {
  const central = zip.findIndex((_, offset) => CENTRAL.every((byte, index) => zip[offset + index] === byte))
  change(new DataView(zip.buffer, zip.byteOffset), central)
  return zip
}

const declareSize = (zip: Uint8Array, size: number) =>
  changeIndex(zip, (view, offset) => {
    view.setUint32(offset + 24, size, true)
    view.setUint32(22, size, true)
  })

const findKinds = (content: Uint8Array) =>
  Object.fromEntries(listPackageMembers({ content }).map(({ name, kind }) => [name, kind]))

/** The bytes of the only member of a package. */
function readOnlyMember(content: Uint8Array, maxBytes = MAX_BENCHMARK_BYTES): Uint8Array {
  const path = join(mkdtempSync(join(tmpdir(), 'package-')), 'member')
  const fd = openSync(path, 'w+')
  const members = listPackageMembers({ content })
  const [member] = members
  if (!member?.location || members.length > 1) throw new Error(`${members.length} members`)
  unpackMember({ content, location: member.location, maxBytes, fd })
  return readFileSync(path)
}

describe('an archive member', () => {
  test.each([
    'x_STIG.xml',
    'x_Manual_xccdf.xml',
    'x.xml.xml',
    'X.XML',
    'without an extension',
    'a/b/c/guide.txt',
    'b\\c\\guide.xml',
  ])('C-93: is a benchmark by its root element when its name is %s', (name) => {
    const zip = zipSync({
      [name]: xml,
      'README.txt': other,
      'a.xsl': Buffer.from('<xsl:stylesheet xmlns:xsl="x"/>'),
    })
    expect(findKinds(zip)).toEqual({ [name.replaceAll('\\', '/')]: 'benchmark' })
    expect(Buffer.from(readOnlyMember(zip))).toEqual(Buffer.from(xml))
  })

  test('C-93: is ignored if macOS added it', () => {
    const double = Uint8Array.of(0, 5, 0x16, 7, 0, 2, 0, 0)
    const zip = zipSync({
      'U_A_Manual-xccdf.xml': xml,
      '._U_A_Manual-xccdf.xml': double,
      'a/._b-xccdf.xml': xml,
      '__MACOSX/._U_A_Manual-xccdf.xml': double,
      '.DS_Store': other,
    })
    expect(findKinds(zip)).toEqual({ 'U_A_Manual-xccdf.xml': 'benchmark' })
  })

  test('C-93: may be a package, a data stream, or an archive that is not read', () => {
    const zip = zipSync({
      'a.zip': zipSync({ [NAME]: xml }),
      'scap.xml': Buffer.from(createDataStream(createBenchmarkXml())),
      'b.7z': Uint8Array.of(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4),
      'c.tar.gz': Uint8Array.of(0x1f, 0x8b, 8, 0),
      'd.docx': zipSync({ [NAME]: xml }),
      'oval.xml': Buffer.from('<oval_definitions xmlns="urn:oval"/>'),
      'e.reqif': Buffer.from('<REQ-IF/>'),
    })
    expect(findKinds(zip)).toEqual({
      'a.zip': 'zip',
      'scap.xml': 'stream',
      'b.7z': 'archive',
      'c.tar.gz': 'archive',
      'e.reqif': 'reqif',
    })
  })

  test('is read when the sizes follow the data, and without compression', () => {
    const large = createBenchmarkFile({ rules: Array.from({ length: 500 }, () => ({})) })
    for (const zip of [
      createStreamed({ 'a.txt': other, [NAME]: large }),
      zipSync({ [NAME]: large }, { level: 0 }),
    ]) {
      expect(Buffer.from(readOnlyMember(zip))).toEqual(Buffer.from(large))
    }
  })

  test.each([
    ['is encrypted', (view: DataView, offset: number) => view.setUint16(offset + 8, 1, true)],
    [
      'is compressed with another method than Deflate',
      (view: DataView, offset: number) => view.setUint16(offset + 10, 99, true),
    ],
  ])('C-93: is an error of its own if it %s', (fault, change) => {
    const zip = changeIndex(zipSync({ 'bad.xml': xml, 'good.xml': xml }), change)
    expect(
      listPackageMembers({ content: zip }).map(({ name, kind, fault: message }) => [name, kind, message]),
    ).toEqual([
      ['bad.xml', 'fault', fault],
      ['good.xml', 'benchmark', null],
    ])
  })

  test('C-93: is an error of its own if its path leaves the archive', () => {
    expect(findKinds(zipSync({ '../evil.xml': xml, '/etc/evil.xml': xml, 'good.xml': xml }))).toEqual({
      '../evil.xml': 'fault',
      '/etc/evil.xml': 'fault',
      'good.xml': 'benchmark',
    })
  })

  test('C-93: is an error of its own if its content is damaged', () => {
    const zip = zipSync({ 'bad.xml': xml, 'good.xml': xml })
    zip.fill(0xff, 37, 97)
    expect(findKinds(zip)).toEqual({ 'bad.xml': 'fault', 'good.xml': 'benchmark' })
  })

  test.each([
    ['less', 100],
    ['more', xml.length + 1],
  ])('an archive member that declares %s than it contains is rejected', (_, size) => {
    for (const level of [0, 9] as const) {
      expect(
        catchDomainError(() => readOnlyMember(declareSize(zipSync({ [NAME]: xml }, { level }), size))).reason,
      ).toBe('upload.archive')
    }
  })

  test('C-14, E-11: is rejected if it declares or contains more than 50 MiB', () => {
    const padded = Buffer.concat([xml, Buffer.alloc(MAX_BENCHMARK_BYTES, ' ')])
    const large = zipSync({ [NAME]: padded })
    expect(large.length).toBeLessThan(100_000)
    expect(catchDomainError(() => readOnlyMember(large)).reason).toBe('upload.too_large')
    const lying = declareSize(large, 1000)
    expect(catchDomainError(() => readOnlyMember(lying)).reason).toBe('upload.archive')
  })
})

describe('a package', () => {
  test('C-93: is rejected with more than two thousand entries, or more than 2 GiB', () => {
    const many = Object.fromEntries(
      Array.from({ length: 2001 }, (_, index) => [`${index}`, new Uint8Array()]),
    )
    expect(
      catchDomainError(() => listPackageMembers({ content: zipSync(many, { level: 0 }) })).message,
    ).toContain('2000 entries')
    const large = declareSize(zipSync({ [NAME]: xml }), 0x80000001)
    expect(catchDomainError(() => listPackageMembers({ content: large })).reason).toBe('upload.too_large')
  })

  test('C-93: reports XML files that are empty, malformed or in an unknown encoding, and ignores all others', () => {
    const toBytes = (content: string) => Buffer.from(content)
    const content = zipSync({
      'empty.xml': toBytes(''),
      'words.XML': toBytes('Dear reader'),
      'encoding.xml': toBytes('<?xml version="1.0" encoding="cp1250"?><Benchmark/>'),
      'oval.xml': toBytes('<oval_definitions/>'),
      'readme.txt': toBytes('Dear reader'),
    })
    expect(listPackageMembers({ content }).map(({ name, kind }) => [name, kind])).toEqual([
      ['empty.xml', 'broken'],
      ['words.XML', 'broken'],
      ['encoding.xml', 'broken'],
    ])
  })

  test('a package that is empty, truncated or not a zip file is rejected', () => {
    const zip = zipSync({ [NAME]: xml })
    for (const content of [
      new Uint8Array(),
      xml,
      zip.subarray(0, -10),
      zip.subarray(0, 60),
      zip.subarray(200),
    ]) {
      expect(catchDomainError(() => listPackageMembers({ content }))).toMatchObject({
        status: 422,
        reason: 'upload.archive',
      })
    }
  })
})

describe('the kind of a file', () => {
  test.each([
    [
      'a benchmark behind a comment',
      `<?xml version="1.0"?><!-- ${'x'.repeat(10_000)} -->${createBenchmarkXml().slice(38)}`,
      'benchmark',
    ],
    ['a benchmark in UTF-16', Buffer.from(`\uFEFF${createBenchmarkXml()}`, 'utf16le'), 'benchmark'],
    ['XML that breaks off', '<?xml version="1.0"?><!-- ', 'broken'],
    ['XML in an encoding that is not read', '<?xml version="1.0" encoding="cp1250"?><Benchmark/>', 'broken'],
    ['XML of another kind', '<oval_definitions/>', 'other'],
    ['a text', 'Dear reader', 'no_xml'],
    ['nothing', '', 'no_xml'],
  ])('C-93: is detected from its first bytes: %s', (_, content, kind) => {
    expect(detectContentKind([Buffer.from(content)])).toBe(kind)
  })
})

describe('a SCAP data stream', () => {
  const texts = [createBenchmarkXml({ id: 'One', title: 'Größe 🦦' }), createBenchmarkXml({ id: 'Two' })]

  test.each([7, 64, 100_000])(
    'C-93: contains its benchmarks as documents, read in chunks of %d',
    (length) => {
      const stream = createDataStream(...texts)
      const pieces = Array.from({ length: Math.ceil(stream.length / length) }, (_, index) =>
        stream.slice(index * length, (index + 1) * length),
      )
      const benchmarks = findBenchmarks(pieces)
      expect(benchmarks.map(({ id }) => id)).toEqual(['One', 'Two'])
      for (const [index, range] of benchmarks.entries()) {
        const document = [...findBenchmarkDocument(pieces, range)].join('')
        const plain = parseBenchmark(Buffer.from(texts[index] ?? ''), 'srg')
        expect(parseBenchmark(Buffer.from(document), 'srg')).toEqual(plain)
      }
    },
  )

  test('C-15, C-93: is rejected if it has a DOCTYPE, or is truncated', () => {
    const stream = createDataStream(...texts)
    expect(catchDomainError(() => findBenchmarks([stream.replace('<ds:', '<!DOCTYPE x><ds:')])).reason).toBe(
      'xccdf.doctype',
    )
    expect(catchDomainError(() => findBenchmarks([stream.slice(0, -20)])).reason).toBe('xccdf.malformed')
  })
})
