import { describe, expect, test } from 'vitest'
import {
  COMMENTED_BODY,
  writeInspecControl,
  type InspecSource,
} from '../../src/formats/inspec/inspec-control.ts'
import { isIndentable } from '../../src/formats/inspec/ruby-lines.ts'
import { readInspecControls } from '../../src/formats/texts/inspec-reader.ts'
import { writeInspecControls } from '../../src/workers/tasks/inspec-controls.ts'

const toSource = (body: string): InspecSource => ({
  displayedName: 'ABCD-01-000001',
  title: "The door's title\nend",
  severity: 'medium',
  version: 'SRG-APP-000001',
  ident: 'CCI-000366',
  discussion: 'It is cold.',
  check: 'Look.',
  fix: 'Shut it.',
  texts: { mitigations: 'A coat\n=begin' },
  satisfied: [],
  body,
})

async function write(body: string) {
  const [control] = await writeInspecControls([toSource(body)])
  if (!control) throw new Error('no control was written')
  return { ...control, text: `${control.text}${control.data}` }
}

async function read(text: string): Promise<string | null> {
  const [control] = (await readInspecControls([{ path: 'controls/a.rb', text }])).controls
  expect(control?.fault).toBeNull()
  return control?.body ?? null
}

/** Code with literals of several lines, and the lines of them that must not change. */
const LITERALS: Record<string, { body: string; lines: string[] }> = {
  'a here-document': {
    body: 'text = <<EOS\nfirst\n  second\nEOS\ndescribe text do\n  it { should eq 1 }\nend',
    lines: ['first', '  second', 'EOS'],
  },
  'a here-document with an indented end': {
    body: 'text = <<-EOS\n first\n\tsecond\n  EOS\ndescribe text',
    lines: [' first', '\tsecond', '  EOS'],
  },
  'a squiggly here-document': {
    body: "describe 1 do\n  it { should eq <<~'EOS' }\n    first\n      second\n  EOS\nend",
    lines: ['    first', '      second', '  EOS'],
  },
  'two here-documents of one line': {
    body: 'describe [<<A, <<~B] do\none\nA\n  two\nB\nend',
    lines: ['one', 'A', '  two', 'B'],
  },
  'a comment of several lines': {
    body: 'describe 1\n=begin\n  what it is\n=end\ndescribe 2',
    lines: ['=begin', '  what it is', '=end'],
  },
  'a %q of several lines': { body: 'x = %q(first\n second)\ndescribe x', lines: [' second)'] },
  'a word list of several lines': { body: 'x = %w[\n  a\n b\n]\ndescribe x', lines: ['  a', ' b', ']'] },
  'a text of several lines': { body: 'x = \'first\nsecond\'\ny = "a\n b #{x}\n"', lines: ["second'", '"'] },
  'a pattern of several lines': { body: 'x = /a\n b/x\ndescribe x', lines: [' b/x'] },
  'a command of several lines': { body: 'x = `echo\n hi`\ndescribe x', lines: [' hi`'] },
  'a symbol of several lines': { body: 'x = :"a\n b"\ndescribe x', lines: [' b"'] },
  'data behind __END__': {
    body: 'describe DATA.read\n__END__\n  data: "it\'s"\nend',
    lines: ['__END__', '  data: "it\'s"', 'end'],
  },
  'a here-document with __END__ in it': {
    body: 'x = <<EOS\n__END__\nmore\nEOS\ndescribe x',
    lines: ['__END__', 'more', 'EOS'],
  },
  'a literal with trailing blanks and blank lines': {
    body: "x = '\n  \n\n a  \n'\ndescribe x",
    lines: [' a  '],
  },
}

describe('C-51: code with', () => {
  test.each(Object.entries(LITERALS))(
    '%s is exported with the same bytes and imported unchanged',
    async (_, { body, lines }) => {
      const { text, isCommented } = await write(body)
      expect(isCommented).toBe(false)
      const written = text.split('\n')
      for (const line of lines) expect(written).toContain(line)
      expect(await read(text)).toBe(body)
      expect((await write((await read(text)) ?? '')).text).toBe(text)
    },
  )

  test.each(Object.entries(LITERALS))('%s is read from an indented control', async (_, { body, lines }) => {
    const known = new Set(lines)
    // Another tool may indent by four spaces, except inside of literals.
    const [code = '', data] = body.split(/\n(?=__END__\n {2}data)/)
    const inside = code
      .split('\n')
      .map((line) => (known.has(line) || line.trim() === '' ? line : `    ${line}`))
      .join('\n')
    const file = `  control 'a' do\n    impact 0.5\n${inside}\n  end\n${data === undefined ? '' : `${data}\n`}`
    const control = await read(file)
    for (const line of lines) expect(control?.split('\n')).toContain(line)
    expect(await read((await write(control ?? '')).text)).toBe(control)
  })
})

describe('C-51: code that is not Ruby', () => {
  test.each([
    ['that has no end', 'describe 1 do'],
    ['that ends its control', "end\ncontrol 'b' do"],
    ['that begins another control behind its own', "end\nputs 1\ncontrol 'b' do\nend\nif true"],
    ['that is prose', 'Look whether the door is shut.\n\n  # and why'],
    ['with a comment that never ends', '=begin\nx'],
    ['with a here-document that never ends', 'x = <<EOS\na'],
    ['that may be at the top alone', 'BEGIN { 1 }'],
    ['with the warning itself', `${COMMENTED_BODY}\ndo`],
  ])('%s is exported as comments with a warning, and imported unchanged', async (_, body) => {
    const { text, isCommented } = await write(body)
    expect(isCommented).toBe(true)
    expect(text).toContain(`  ${COMMENTED_BODY}\n`)
    const [control, ...others] = (await readInspecControls([{ path: 'a.rb', text }])).controls
    expect([control?.fault, others]).toEqual([null, []])
    expect(control?.body).toBe(body)
  })

  test('is nested so deeply that the parser gives up, and the next control is still written', async () => {
    const controls = await writeInspecControls([toSource('['.repeat(50_000)), toSource('describe 1')])
    expect(controls.map(({ isCommented }) => isCommented)).toEqual([true, false])
  })
})

test.each([
  "desc 'again', 'text'\ntag more: 'x'\nimpact 0.9\ndescribe 1 do\nend",
  "tag 'x'",
  "title 'other'\n\ndesc 'y'\n\ndescribe 1",
])('C-51: code that starts with the metadata of its control is imported unchanged: %j', async (body) => {
  expect(await read((await write(body)).text)).toBe(body)
})

test('C-51: code is indented if its literals end on their lines', () => {
  const body =
    "describe file('/etc/x') do\n  its('mode') { should cmp '0644' } # it's so\n\n  its(:b) { should be_in %w(a b) }\nend"
  expect(isIndentable(body)).toBe(true)
  expect(writeInspecControl(toSource(body))).toContain("\n\n  describe file('/etc/x') do\n    its('mode')")
})

test.each([
  "x = 'a",
  'x = "a',
  'x = %q(a',
  'x = %w[',
  'x = /a',
  'x = `a',
  'x << y',
  '=begin',
  '__END__',
  "?'",
  'x = "#{y}"',
])('C-51: code with %j is not indented', (line) => {
  expect(isIndentable(`describe 1\n${line}\nb`)).toBe(false)
})
