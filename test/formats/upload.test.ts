import { Zip, ZipDeflate, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { MAX_BENCHMARK_BYTES, benchmarkBytes } from '../../src/formats/upload.ts'
import { benchmarkFile } from '../support/xccdf.ts'
import { refused } from './refused.ts'

const xml = benchmarkFile()
const other = new TextEncoder().encode('something else')
const NAME = 'U_Test_Guide_V1R1_Manual-xccdf.xml'

/** A zip as streaming tools write it: the sizes follow the data. */
function streamed(files: Record<string, Uint8Array>): Uint8Array {
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

/** Overwrites the unpacked size in the index and in the local header of a zip with one entry. */
function declaring(zip: Uint8Array, size: number): Uint8Array {
  const view = new DataView(zip.buffer, zip.byteOffset)
  const central = zip.findIndex((_, at) => CENTRAL.every((byte, index) => zip[at + index] === byte))
  view.setUint32(central + 24, size, true)
  view.setUint32(22, size, true)
  return zip
}

describe('an uploaded file', () => {
  test.each(['guide.xml', 'GUIDE.XML', 'a.b-xccdf.xml'])('called %s is taken as it is', (name) => {
    expect(benchmarkBytes(name, xml).xml).toBe(xml)
  })

  test.each([
    ['guide.json', '".json"'],
    ['guide.xml.exe', '".exe"'],
    ['guide', 'no extension'],
    ['folder.xml/guide', 'no extension'],
  ])('called %s is refused, naming %s', (name, named) => {
    const refusal = refused(() => benchmarkBytes(name, xml))
    expect(refusal).toMatchObject({ status: 422, reason: 'upload.extension' })
    expect(refusal.message).toContain(named)
  })

  test('E-11: is refused above 50 MiB, not at it', () => {
    const largest = new Uint8Array(MAX_BENCHMARK_BYTES)
    expect(benchmarkBytes('guide.xml', largest).xml).toBe(largest)
    const larger = new Uint8Array(MAX_BENCHMARK_BYTES + 1)
    expect(refused(() => benchmarkBytes('guide.xml', larger)).reason).toBe('upload.too_large')
    expect(refused(() => benchmarkBytes('guide.zip', larger)).reason).toBe('upload.too_large')
  })
})

describe('an uploaded zip', () => {
  test.each([
    ['in its root', { [NAME]: xml }],
    ['in a folder', { 'a/b/': new Uint8Array(), [`a/b/${NAME}`]: xml }],
    ['among other files', { 'README.txt': other, 'STIG_unclass.xsl': other, [NAME]: xml, 'x.pdf': other }],
    ['beside the notes of a Mac', { [NAME]: xml, [`__MACOSX/._${NAME}`]: other }],
    [
      'in the folder of a package, beside manuals, tables and pictures',
      {
        'U_Test_V1R1_STIG/': new Uint8Array(),
        'U_Test_V1R1_STIG/U_Test_Overview.pdf': other,
        'U_Test_V1R1_STIG/U_Test_Tables.xlsx': other,
        'U_Test_V1R1_STIG/U_Test_ReadMe.docx': other,
        'U_Test_V1R1_STIG/Manual/STIG_unclass.xsl': other,
        'U_Test_V1R1_STIG/Manual/DoD-DISA-logos-as-JPEG.jpg': other,
        [`U_Test_V1R1_STIG/Manual/${NAME}`]: xml,
      },
    ],
    ['in a folder as Windows writes it', { 'a\\': new Uint8Array(), [`a\\${NAME}`]: xml, 'b\\x.pdf': other }],
    ['with a name in capitals', { [NAME.toUpperCase()]: xml }],
  ])('gives the benchmark %s', (_, files) => {
    expect(benchmarkBytes('guide.ZIP', zipSync(files)).xml).toEqual(xml)
    expect(benchmarkBytes('guide.zip', zipSync(files, { level: 0 })).xml).toEqual(xml)
  })

  test('gives the benchmark when the sizes follow the data', () => {
    const large = benchmarkFile({ rules: Array.from({ length: 500 }, () => ({})) })
    const zip = streamed({ 'a.txt': other, [NAME]: large, 'b.txt': other })
    expect(benchmarkBytes('guide.zip', zip).xml).toEqual(large)
  })

  test('may have names in an old encoding, which differ in letters of it alone', () => {
    const named = { 'a.pdf': other, 'b.pdf': other, [NAME]: xml }
    const zip = zipSync(named, { level: 0 })
    for (const [at, name] of [0x82, 0x8a].entries()) {
      const letter = 'ab'.charCodeAt(at)
      zip.forEach((byte, place) => {
        if (byte === letter && zip[place + 1] === 0x2e && zip[place + 2] === 0x70) zip[place] = name
      })
    }
    expect(benchmarkBytes('guide.zip', zip).xml).toEqual(xml)
  })

  test('with more than ten thousand entries is refused', () => {
    const files = Array.from({ length: 10_001 }, (_, index): [string, Uint8Array] => [
      `${index}`,
      new Uint8Array(),
    ])
    const refusal = refused(() =>
      benchmarkBytes('guide.zip', zipSync(Object.fromEntries(files), { level: 0 })),
    )
    expect(refusal.message).toContain('more than 10000 entries')
  })

  test.each([
    ['no file', {}, 'it has 0'],
    ['no benchmark', { 'guide.xml': xml }, 'it has 0'],
    ['two benchmarks', { [NAME]: xml, [`b/${NAME}`]: xml }, 'it has 2'],
  ])('with %s is refused', (_, files, named) => {
    const refusal = refused(() => benchmarkBytes('guide.zip', zipSync(files)))
    expect(refusal).toMatchObject({ status: 422, reason: 'upload.archive' })
    expect(refusal.message).toContain(named)
  })

  test('that is empty, cut off or no zip at all is refused', () => {
    const zip = zipSync({ [NAME]: xml })
    for (const bytes of [
      new Uint8Array(),
      xml,
      zip.subarray(0, -10),
      zip.subarray(0, 60),
      zip.subarray(200),
    ]) {
      expect(refused(() => benchmarkBytes('guide.zip', bytes))).toMatchObject({
        status: 422,
        reason: 'upload.archive',
      })
    }
  })

  test('with damaged content is refused', () => {
    const zip = zipSync({ [NAME]: xml })
    zip.fill(0xff, 30 + NAME.length, 90 + NAME.length)
    expect(refused(() => benchmarkBytes('guide.zip', zip)).reason).toBe('upload.archive')
  })

  test('that declares more than 50 MiB is refused before it is unpacked (C-14)', () => {
    const zip = declaring(zipSync({ [NAME]: xml }), MAX_BENCHMARK_BYTES + 1)
    expect(refused(() => benchmarkBytes('guide.zip', zip)).reason).toBe('upload.too_large')
  })

  test('that is nothing but blanks is as good as any other up to 50 MiB', () => {
    const zip = zipSync({ [NAME]: new Uint8Array(MAX_BENCHMARK_BYTES).fill(32) })
    expect(benchmarkBytes('guide.zip', zip).xml.byteLength).toBe(MAX_BENCHMARK_BYTES)
  })

  test('that is really larger than 50 MiB is refused', () => {
    const zip = zipSync({ [NAME]: new Uint8Array(MAX_BENCHMARK_BYTES + 1) })
    expect(zip.length).toBeLessThan(100_000)
    expect(refused(() => benchmarkBytes('guide.zip', zip)).reason).toBe('upload.too_large')
  })

  test.each([
    ['less', 100],
    ['more', xml.length + 1],
  ])('that declares %s than it holds is refused', (_, size) => {
    for (const level of [0, 9] as const) {
      const zip = declaring(zipSync({ [NAME]: xml }, { level }), size)
      expect(refused(() => benchmarkBytes('guide.zip', zip))).toMatchObject({ reason: 'upload.archive' })
    }
  })

  test('that hides a bomb behind a small size is refused (C-14)', () => {
    const zip = declaring(zipSync({ [NAME]: new Uint8Array(MAX_BENCHMARK_BYTES) }), 1000)
    expect(refused(() => benchmarkBytes('guide.zip', zip))).toMatchObject({ reason: 'upload.archive' })
  })
})
