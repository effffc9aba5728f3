import * as fc from 'fast-check'

const LONG = 'x'.repeat(5000)

/** Headers that a service interprets, with invalid or misleading values. */
const HEADERS: Record<string, readonly string[]> = {
  'idempotency-key': ['', 'a', ' ', 'k'.repeat(255), 'k'.repeat(256), 'ÿ', 'a,b', '"a"'],
  'if-match': ['"0"', '*', 'W/"1"', '1', '"abc"', '"0", "1"', '"99999999999999999999"', '', '"'],
  'if-none-match': ['*', '"0"'],
  'if-modified-since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'never'],
  prefer: [
    'respond-async',
    'return=minimal',
    'respond-async, wait=10',
    'RESPOND-ASYNC',
    ';;;',
    'respond-async=no',
  ],
  accept: [
    'application/json',
    'text/html',
    '*/*;q=0',
    'application/problem+json',
    'x',
    LONG,
    'text/event-stream',
  ],
  'accept-encoding': [
    'gzip',
    'br',
    'deflate',
    'zstd',
    'identity;q=0',
    '*;q=0',
    'gzip;q=NaN',
    'gzip, gzip, gzip',
    '',
  ],
  'accept-language': ['de', '*', LONG],
  range: ['bytes=0-0', 'bytes=5-1', 'bytes=-1', 'bytes=0-0,1-1,2-2', 'lines=1-2'],
  'content-type': [
    'application/json; charset=utf-16',
    'text/plain',
    'APPLICATION/JSON',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/xml',
    'application/merge-patch+json',
    'json',
    ';',
    LONG,
  ],
  'content-encoding': ['gzip', 'identity', 'x'],
  'content-length': ['0', '-1', '99999999999', 'abc', '1e3', '1, 2'],
  'transfer-encoding': ['chunked', 'gzip, chunked'],
  expect: ['100-continue', 'x'],
  origin: ['null', 'https://elsewhere.example', 'x'],
  'sec-fetch-site': ['cross-site', 'same-origin', 'x'],
  referer: ['https://elsewhere.example/', 'x'],
  host: ['elsewhere.example', '', 'a:b:c', '[::1'],
  'x-forwarded-for': ['1.1.1.1, ::1', 'garbage', LONG, '::ffff:1.2.3.4%eth0'],
  'x-forwarded-proto': ['https', 'x'],
  'x-http-method-override': ['DELETE', 'FOO'],
  'x-request-id': ['', 'a\u00ffb', LONG, '<script>'],
  traceparent: ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'ff-0-0-0', LONG],
  'last-event-id': ['0', '-1', '9'.repeat(40), 'x'],
  authorization: ['Bearer x', 'Token', `Token ${LONG}`, 'Basic Og==', 'Token \u00ff', 'Token rulewright_'],
  cookie: ['a', '=', ';;;', `a=${LONG}`, 'session=%zz', '__proto__=1'],
  'user-agent': ['', LONG, '\u00ff'],
  date: ['x'],
  'trpc-accept': ['application/jsonl', 'x'],
}

/** One of these headers. */
export const oddHeader: fc.Arbitrary<[string, string]> = fc
  .constantFrom(...Object.entries(HEADERS))
  .chain(([name, values]) => fc.constantFrom(...values).map((value): [string, string] => [name, value]))
