import * as fc from 'fast-check'

const BOUNDARY = 'fuzz-boundary'
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`

const NAMES = [
  'file',
  'file',
  'file',
  'component[file]',
  'files',
  '__proto__[x]',
  'file[x][y]',
  '',
  'dry_run',
]
const FILES = [
  'a.xml',
  'a.zip',
  'a.csv',
  'a.xlsx',
  'a.json',
  '',
  '../../etc/passwd',
  'a\\"b.xml',
  '\u202exml.a',
  'CON',
  'x'.repeat(3000),
]
const CONTENTS = [
  '',
  'PK\u0003\u0004',
  `PK\u0005\u0006${'\0'.repeat(18)}`,
  `PK\u0005\u0006${'\0'.repeat(4)}${'\u00ff'.repeat(14)}`,
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>',
  '<?xml version="1.0" encoding="UTF-16"?><Benchmark/>',
  '<Benchmark xmlns="http://checklists.nist.gov/xccdf/1.1" id="x"><Group/></Benchmark>',
  `${'<a>'.repeat(5000)}`,
  '\ufeffa;b;c\r\n=1+1;"unclosed',
  'SRGID,STIGID\n'.repeat(100),
  '{"a":'.repeat(200),
  '[]',
  '\0'.repeat(100),
  '\u00ff\u00fe<\0?\0',
]

const part = fc
  .tuple(
    fc.constantFrom(...NAMES),
    fc.option(fc.constantFrom(...FILES)),
    fc.constantFrom(...CONTENTS),
    fc.constantFrom(
      '',
      'content-type: application/xml\r\n',
      'content-transfer-encoding: base64\r\n',
      'x\r\n',
    ),
  )
  .map(([name, file, content, more]) => {
    const filename = file === null ? '' : `; filename="${file}"`
    return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${filename}\r\n${more}\r\n${content}\r\n`
  })

/** Multipart bodies with parts that no browser sends; some are truncated or have too many parts. */
export const hostileForm: fc.Arbitrary<{ type: string; content: string }> = fc
  .oneof(
    {
      weight: 6,
      arbitrary: fc.array(part, { maxLength: 4 }).map((parts) => `${parts.join('')}--${BOUNDARY}--\r\n`),
    },
    { weight: 1, arbitrary: part.map((text) => text.slice(0, -10)) },
    { weight: 1, arbitrary: part.map((text) => text.repeat(300) + `--${BOUNDARY}--`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '--',
        `--${BOUNDARY}--`,
        `--${BOUNDARY}\r\n\r\n`,
        `--${BOUNDARY}\r\n${'a: b\r\n'.repeat(3000)}`,
      ),
    },
  )
  .chain((content) =>
    fc
      .constantFrom(
        TYPE,
        TYPE,
        TYPE,
        'multipart/form-data',
        'multipart/form-data; boundary=""',
        `multipart/form-data; boundary=${'x'.repeat(300)}`,
        'multipart/mixed; boundary=x',
      )
      .map((type) => ({ type, content })),
  )
