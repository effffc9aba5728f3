import { expect, test } from 'vitest'
import { writeInspecControl, type InspecSource } from '../../src/formats/inspec/inspec-control.ts'
import { SEVERITIES } from '../../src/vocabulary.ts'

const source: InspecSource = {
  displayedName: 'ABCD-01-000001',
  title: 'The door must be shut',
  severity: 'medium',
  version: 'SRG-APP-000001',
  ident: 'CCI-000366',
  discussion: 'It is cold.',
  check: 'Look at the door.',
  fix: 'Shut the door.',
  texts: { mitigations: 'A coat', poam: null, responsibility: '' },
  satisfied: [{ srgId: 'SRG-APP-000002', ident: 'CCI-000015' }],
  body: "describe file('/door') do\n  it { should_not exist }\nend",
}

test('C-51: a control has name, title, texts, impact and tags, followed by its body', () => {
  expect(writeInspecControl(source)).toBe(`control 'ABCD-01-000001' do
  title 'The door must be shut'
  desc 'It is cold.'
  desc 'check', 'Look at the door.'
  desc 'fix', 'Shut the door.'
  impact 0.5
  tag severity: 'medium'
  tag gtitle: 'SRG-APP-000001'
  tag satisfies: ['SRG-APP-000002']
  tag gid: 'V-ABCD-01-000001'
  tag rid: 'SV-ABCD-01-000001'
  tag stig_id: 'ABCD-01-000001'
  tag cci: ['CCI-000015', 'CCI-000366']
  tag nist: ['AC-2 (1)', 'CM-6 b']
  tag mitigations: 'A coat'

  describe file('/door') do
    it { should_not exist }
  end
end
`)
})

test('C-51: the impact follows from the severity', () => {
  const impacts = SEVERITIES.map(
    (severity) => /^ {2}impact (.*)$/m.exec(writeInspecControl({ ...source, severity }))?.[1],
  )
  expect(impacts).toEqual(['0.7', '0.5', '0.3'])
})

test('C-51: text cannot end the literal that contains it', () => {
  const control = writeInspecControl({
    ...source,
    title: "It's \\' a #{trap}",
    texts: {},
    satisfied: [],
    body: null,
  })
  expect(control.split('\n')[1]).toBe(String.raw`  title 'It\'s \\\' a #{trap}'`)
})
