import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, test } from 'vitest'
import type { TextReader } from '../support/text-readers.ts'

/** Linear readers take less than a second for each text, quadratic ones minutes. */
const LIMIT_MS = 30_000

let worker: Worker | null = null
afterAll(() => worker?.terminate())

/** Registers a test that reads a large text in a thread, which ends at the limit. */
function testLinear(title: string, reader: TextReader, make: () => string): void {
  test(title, async () => {
    worker ??= new Worker(new URL('../support/text-readers.ts', import.meta.url))
    worker.postMessage({ reader, text: make() })
    const limit = new AbortController()
    const outcome = await Promise.race([
      once(worker, 'message').then(([message]: unknown[]) => message),
      setTimeout(LIMIT_MS, 'too slow', { signal: limit.signal }),
    ])
    limit.abort()
    if (outcome !== 'done') {
      await worker.terminate()
      worker = null
    }
    expect(outcome).toBe('done')
  })
}

const repeat = (size: number, make: (index: number) => string): string =>
  Array.from({ length: size }, (_, index) => make(index)).join('')

describe('the reader of satisfactions takes linear time for', () => {
  testLinear(
    'blanks in a list that ends in another character',
    'satisfactions',
    () => `Satisfies: A-1,${' '.repeat(1_000_000)}!`,
  )
  testLinear('many keywords', 'satisfactions', () => 'satisfied by: A-1 '.repeat(50_000))
  testLinear('keywords without their end', 'satisfactions', () => `satisfied${' '.repeat(30)}`.repeat(50_000))
})

describe('the reader of benchmarks takes linear time for', () => {
  testLinear(
    'many fixes of one rule',
    'xccdf',
    () =>
      `<Rule id="a">${repeat(200_000, (index) => `<fix id="${index}"/>`)}${repeat(200_000, (index) => `<fixtext fixref="${200_000 - index}">x</fixtext>`)}</Rule>`,
  )
})

describe('the reader of rule descriptions takes linear time for', () => {
  testLinear('parts that other text follows', 'description', () =>
    '<VulnDiscussion>x</VulnDiscussion>y'.repeat(100_000),
  )
  testLinear(
    'many opening tags before the closing ones',
    'description',
    () => `${'<Mitigations>'.repeat(100_000)}${'</Mitigations>y'.repeat(100_000)}`,
  )
  testLinear(
    'blanks between closing tags',
    'description',
    () => `<Mitigations>x</Mitigations>y`.repeat(50_000) + `${' '.repeat(30)}y</Mitigations>`.repeat(50_000),
  )
})

describe('the reader of InSpec profiles takes linear time for', () => {
  testLinear('many controls', 'inspec', () =>
    repeat(30_000, (index) => `control 'V-${index}' do\n  impact 0.5\n  describe file('a') do\n  end\nend\n`),
  )
  testLinear(
    'texts of several lines that contain other texts',
    'inspec',
    () => `control 'a' do\n${'  x = "\n#{"y"}\n"\n'.repeat(50_000)}end\n`,
  )
  testLinear('many controls on one line', 'inspec', () => `control('a'){};`.repeat(50_000))
  testLinear(
    'blank lines around the code',
    'inspec',
    () => `control 'a' do\n${'\n'.repeat(300_000)}  it\n${'\n'.repeat(300_000)}end`,
  )
  testLinear(
    'blanks behind the last description',
    'inspec',
    () => `control 'a' do\n  title 'b'${' '.repeat(500_000)}x\n  it\nend`,
  )
})

describe('the reader of Markdown takes linear time for', () => {
  testLinear(
    'blanks in the front matter',
    'markdown',
    () => `---\nid:${'\t'.repeat(1_000_000)}a\u2028x\n---\n`,
  )
  testLinear(
    'headings without their end',
    'markdown',
    () =>
      `---\nid: a\n---\n## ${' <!-- a'.repeat(100_000)}\n${'\\'.repeat(100_000)}## ${' <!-- a'.repeat(100_000)}`,
  )
})

describe('the reader of ReqIF takes linear time for', () => {
  testLinear(
    'lines and blanks of formatted text',
    'reqif',
    () =>
      `<SPEC-OBJECT IDENTIFIER="a"><ATTRIBUTE-VALUE-XHTML><THE-VALUE>${`<p xmlns="x">${' '.repeat(20)}a\n\n\n</p>`.repeat(50_000)}</THE-VALUE></ATTRIBUTE-VALUE-XHTML></SPEC-OBJECT>`,
  )
  testLinear('many attributes of many objects', 'reqif', () => {
    const createValue = (name: string) =>
      `<ATTRIBUTE-VALUE-STRING THE-VALUE="x"><DEFINITION><ATTRIBUTE-DEFINITION-STRING-REF>${name}</ATTRIBUTE-DEFINITION-STRING-REF></DEFINITION></ATTRIBUTE-VALUE-STRING>`
    return repeat(
      20_000,
      (index) =>
        `<SPEC-OBJECT IDENTIFIER="${index}">${repeat(8, (value) => createValue(`${index}.${value}`))}</SPEC-OBJECT>`,
    )
  })
  testLinear('references between values', 'reqif', () =>
    repeat(
      50_000,
      (index) =>
        `<ENUM-VALUE IDENTIFIER="${index}"/><SPEC-HIERARCHY><OBJECT><SPEC-OBJECT-REF>${index}</SPEC-OBJECT-REF></OBJECT></SPEC-HIERARCHY>`,
    ),
  )
})

describe('the reader of XCCDF takes linear time for', () => {
  const createRules = (size: number, attributes: (index: number) => string = () => '') =>
    repeat(
      size,
      (index) => `<Rule id="${index}" ${attributes(index)}><version>1</version><title>t</title></Rule>`,
    )
  testLinear(
    'the rules of one group, whose title is last',
    'xccdf',
    () => `<Group>${createRules(100_000)}<title>x</title></Group>`,
  )
  testLinear(
    'the rules of a group with a long title',
    'xccdf',
    () => `<Group><title>${' '.repeat(2_000_000)}x</title>${createRules(50_000)}</Group>`,
  )
  testLinear('faults that all differ', 'xccdf', () => createRules(50_000, (index) => `severity="${index}"`))
  testLinear(
    'dates without their end',
    'xccdf',
    () => `<plain-text id="release-info">${'Benchmark Date: 1 Jan '.repeat(100_000)}</plain-text>`,
  )
})

describe('the reader of CSV takes linear time for', () => {
  const createRows = (count: number) => `SRGID\n${'SRG-1\n'.repeat(count)}`
  testLinear('quotation marks', 'csv', () => '"'.repeat(2_000_000))
  testLinear('a quotation without its end', 'csv', () => `a,"${'\n,"'.repeat(500_000)}`)
  testLinear('empty rows', 'csv', () => `${createRows(1)}${'\n'.repeat(1_000_000)}`)
  testLinear('blanks in a cell', 'csv', () => `SRGID\nSRG-1${' '.repeat(2_000_000)}\n`)
  testLinear(
    'unknown headers in front of many rows',
    'csv',
    () => `SRGID${',x'.repeat(200_000)}\n${'SRG-1\n'.repeat(19_000)}`,
  )
})

describe('the guard of workbooks takes linear time for', () => {
  testLinear('external targets that name no link', 'relations', () => 'TargetMode="External"'.repeat(45_000))
  testLinear('blanks behind the mode of a target', 'relations', () =>
    `TargetMode${' '.repeat(30)}`.repeat(25_000),
  )
  testLinear('cells without their end', 'sheet', () => `<c r${' '.repeat(20)}`.repeat(40_000))
  testLinear('blanks in a cell', 'sheet', () => `<c${' r'.repeat(30)}${' '.repeat(1_000_000)}`)
  testLinear('names of rows without their end', 'sheet', () => `<${'a'.repeat(1_000_000)}`)
})
