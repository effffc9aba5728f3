import { expect, test } from 'vitest'
import { writeRequirementFile } from '../../src/formats/exported/markdown.ts'
import type { ExportedRule } from '../../src/formats/exported/types.ts'
import { readMarkdownRequirement } from '../../src/formats/texts/markdown-reader.ts'

const PARTS = [
  '$ sudo sysctl kernel.panic',
  '# yum update',
  '\t# indented command',
  '# ',
  '#comment',
  'plain',
  '',
  '```',
  '```ruby',
  '````console',
  '\\```ruby',
  '## Fix <!-- fixtext -->',
  '\\## Fix <!-- fixtext -->',
  '---',
]

const TEXTS = [
  'title',
  'check',
  'fix',
  'ident',
  'statusJustification',
  'artifactDescription',
  'vendorComments',
  'inspecBody',
]

function createRule(texts: Partial<ExportedRule>): ExportedRule {
  return {
    displayedName: 'ABCD-01-000001',
    documentType: 'stig',
    status: 'Applicable - Configurable',
    severity: 'medium',
    satisfied: [],
    furtherChecks: [],
    texts: { vuln_discussion: null, mitigations: null },
    ...Object.fromEntries(TEXTS.map((name) => [name, null])),
    ...texts,
  } as unknown as ExportedRule
}

const read = (text: string) => readMarkdownRequirement({ path: 'requirements/a.md', text })

test('C-76, C-78: texts and code with commands, fences and headings are imported unchanged', () => {
  // A generator of fixed numbers: the same texts in every run.
  let seed = 7
  const nextRandom = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below
  for (let round = 0; round < 500; round += 1) {
    const createText = () =>
      Array.from({ length: 1 + nextRandom(7) }, () => PARTS[nextRandom(PARTS.length)]).join('\n')
    const [fix, inspecBody] = [createText(), createText()]
    if (fix === '' || inspecBody === '') continue
    const { texts, fault } = read(writeRequirementFile(createRule({ fix, inspecBody })))
    expect({ fault, ...texts }).toMatchObject({ fault: null, fixtext: fix, inspec_control_body: inspecBody })
  }
})

test('C-76: code is in a Ruby block, and commands are in a console block', () => {
  const file = writeRequirementFile(
    createRule({
      check: 'Run:\n\n$ id\n# ls\n\nIf not, this is a finding.',
      inspecBody: "describe '```' do\nend",
    }),
  )
  expect(file).toContain('Run:\n\n```console\n$ id\n# ls\n```\n\nIf not')
  expect(file).toContain("\n\n````ruby\ndescribe '```' do\nend\n````\n")
})

test('C-78: an unclosed code block is rejected with its line', () => {
  const file = writeRequirementFile(createRule({ inspecBody: 'code', fix: 'Do it.' }))
  const { fault } = read(file.replace('code\n```', 'code'))
  expect(fault).toMatch(/^Line \d+: The code block does not end\.$/)
})

test('C-78: code without a fence from earlier exports is read', () => {
  const file = writeRequirementFile(createRule({ inspecBody: "describe 'x'" }))
  expect(read(file.replaceAll(/^```(ruby)?\n/gm, '')).texts.inspec_control_body).toBe("describe 'x'")
})

test('C-76, C-78: a text with line ends of other systems keeps its lines, whatever they contain', () => {
  const fix = PARTS.join('\r\n')
  expect(read(writeRequirementFile(createRule({ fix }))).texts.fixtext).toBe(PARTS.join('\n'))
})

test('C-78: front matter may have single quotes and comments, as YAML editors write them', () => {
  const file = writeRequirementFile(createRule({ fix: 'Do it.' }))
    .replace('id: "ABCD-01-000001"', "# the first\nid: 'ABCD-01-000001'")
    .replace('severity: "medium"', "severity: 'it''s medium'")
  expect(read(file)).toMatchObject({
    id: 'ABCD-01-000001',
    texts: { severity: "it's medium", fixtext: 'Do it.' },
    fault: null,
  })
})
