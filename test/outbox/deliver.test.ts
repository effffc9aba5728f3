import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBackground } from '../../src/app/background/loops.ts'
import { backgroundTasks } from '../../src/app/background/tasks.ts'
import { runInTransaction } from '../../src/audit/transaction.ts'
import type { Env } from '../../src/config/env.ts'
import type { Em } from '../../src/database/database.ts'
import { assertChatServer, buildChatBody } from '../../src/outbox/chat.ts'
import { deliverOutbox, pauseAfter } from '../../src/outbox/deliver.ts'
import { enqueueChat, enqueueMail } from '../../src/outbox/enqueue.ts'
import { assertMailServer, createMailSender } from '../../src/outbox/mail.ts'
import { unique } from '../support/factories.ts'
import { createOwnWorld } from '../support/world.ts'

/** A separate database, because a shared one has queued mails of other files. */
const world = createOwnWorld()
const caught: { to: string[]; source: string }[] = []
const posts: Record<string, unknown>[] = []
let answers: number[] = []
/** The number of mails that the server accepts before it rejects the rest. */
let refusals = 0
/** A hook that runs once, while the next mail is sent. */
let meanwhile = () => Promise.resolve()

const smtp = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  onData(stream, session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      caught.push({ to, source: Buffer.concat(chunks).toString() })
      const waiting = meanwhile()
      meanwhile = () => Promise.resolve()
      void waiting.then(() => {
        if (refusals === 0) return done()
        refusals -= 1
        done(new Error('try later'))
      })
    })
  },
})
const webhook = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    posts.push(JSON.parse(Buffer.concat(chunks).toString()))
    response.writeHead(answers.shift() ?? 200, { location: '/elsewhere' }).end()
  })
})
let mailDir = ''

beforeAll(async () => {
  mailDir = await mkdtemp(join(tmpdir(), 'mail-'))
  await new Promise<void>((resolve) => {
    smtp.listen(0, '127.0.0.1', resolve)
  })
  await new Promise<void>((resolve) => {
    webhook.listen(0, '127.0.0.1', resolve)
  })
})
afterAll(async () => {
  await new Promise<void>((resolve) => {
    smtp.close(resolve)
  })
  webhook.close()
  await rm(mailDir, { recursive: true })
})

const readPort = (server: { address: () => AddressInfo | string | null }) => {
  const address = server.address()
  return typeof address === 'object' ? address?.port : undefined
}
const deliver = (env: Partial<Env>, clock = world.services.clock) =>
  deliverOutbox(
    { ...world.services, clock, env: { ...world.services.env, ...env } },
    new AbortController().signal,
  )
const createSmtpChannel = () => ({
  mail: {
    on: true,
    smtpUrl: `smtp://127.0.0.1:${readPort(smtp.server)}`,
    dir: null,
    from: 'Desk <desk@example.org>',
  },
})
const createChatChannel = () => ({ chat: { webhookUrl: `http://127.0.0.1:${readPort(webhook)}/hook` } })
const origin = { actor: null, requestId: null, address: null, now: new Date() }
const sendInTransaction = (send: (em: Em) => void) =>
  runInTransaction(world.database, origin, (em) => Promise.resolve(send(em)))
const sendMail = async (values: object = {}) => {
  const to = `${unique('to')}@example.org`
  await sendInTransaction((em) =>
    enqueueMail(em, { to, subject: 'Hello', text: 'A secret link.', ...values }, new Date()),
  )
  return to
}
const readRows = () =>
  world.database.queries.selectFrom('outbox_messages').selectAll().orderBy('id').execute()
const readLast = async () => (await readRows()).at(-1)

/** The unfolded headers of a message of one text part, and that part decoded. */
function parseMail(source: string): { headers: Record<string, string>; body: string } {
  const end = source.indexOf('\r\n\r\n')
  const lines = source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  const body = source.slice(end + 4)
  const quoted = headers['content-transfer-encoding'] === 'quoted-printable'
  return {
    headers,
    body: (quoted ? decodeQuotedPrintable(body) : Buffer.from(body, 'base64').toString()).replaceAll(
      '\r\n',
      '\n',
    ),
  }
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** Decodes the encoded words of a header (RFC 2047); the space between two of them does not count. */
function decodeWords(header: string): string {
  return header
    .replaceAll(/\?= +=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'Q'
        ? decodeQuotedPrintable(word.replaceAll('_', ' '))
        : Buffer.from(word, 'base64').toString(),
    )
}

describe('mail', () => {
  it('is sent by SMTP once, and its text is deleted', async () => {
    const unsubscribe = 'https://rules.example.org/users/notification_preferences'
    const to = await sendMail({
      unsubscribe,
      cc: ['boss@example.org'],
      subject: 'Umlaut ä\r\nBcc: x@example.org',
    })
    await deliver(createSmtpChannel())
    await deliver(createSmtpChannel())
    const messages = caught.filter((message) => message.to.includes(to))
    expect(messages).toHaveLength(1)
    expect(messages[0]?.to).toEqual([to, 'boss@example.org'])
    expect(messages[0]?.source).toMatch(/^From: Desk <desk@example.org>/m)
    expect(messages[0]?.source).not.toMatch(/^Bcc:/m)
    expect(messages[0]?.source.replaceAll(/\r\n\s+/g, ' ')).toContain(`List-Unsubscribe: <${unsubscribe}>`)
    const row = await readLast()
    expect(row?.delivered_at).not.toBeNull()
    expect(JSON.stringify(row?.payload)).not.toContain('secret')
  })

  it('is written to the folder if no server is configured, readable only by its owner', async () => {
    const to = await sendMail()
    await deliver({ mail: { on: true, smtpUrl: null, dir: mailDir, from: 'desk@example.org' } })
    const files = await readdir(mailDir)
    const texts = await Promise.all(files.map((file) => readFile(join(mailDir, file), 'utf8')))
    expect(files.every((file) => file.endsWith('.eml'))).toBe(true)
    expect(texts.filter((text) => text.includes(`To: ${to}`))).toHaveLength(1)
    expect((await stat(join(mailDir, files[0] ?? ''))).mode & 0o777).toBe(0o600)
  })

  it('is postponed if the server sends its answer letter by letter', async () => {
    const drips = createSocketServer((socket) => {
      const dripping = setInterval(() => socket.write('2'), 10)
      socket.on('error', () => undefined).on('close', () => clearInterval(dripping))
    }).listen(0, '127.0.0.1')
    await once(drips, 'listening')
    const settings = { ...createSmtpChannel().mail, smtpUrl: `smtp://127.0.0.1:${readPort(drips)}` }
    const send = createMailSender({ ...world.services.env, mail: settings }, 300)
    const payload = { message_id: randomUUID(), to: 'a@example.org', subject: 'Hello', text: 'x' }
    await expect(send(1, payload)).rejects.toThrow('aborted')
    drips.close()
  })

  it('a connection test ends if the server sends lines without end after its greeting', async () => {
    let isClosed = false
    const drips = createSocketServer((socket) => {
      socket.write('220 here\r\n')
      const dripping = setInterval(() => socket.write('250-more\r\n'), 10)
      socket
        .on('error', () => undefined)
        .on('close', () => {
          isClosed = true
          clearInterval(dripping)
        })
    }).listen(0, '127.0.0.1')
    await once(drips, 'listening')
    const mail = { ...createSmtpChannel().mail, smtpUrl: `smtp://127.0.0.1:${readPort(drips)}` }
    await expect(assertMailServer({ ...world.services.env, mail }, 200)).rejects.toThrow('timed out')
    await expect.poll(() => isClosed).toBe(true)
    drips.close()
  })

  it('a connection test reports a chat address that redirects, and does not follow it', async () => {
    const paths: (string | undefined)[] = []
    const redirecting = createServer(({ url }, response) => {
      paths.push(url)
      response.writeHead(302, { location: '/elsewhere' }).end()
    }).listen(0, '127.0.0.1')
    await once(redirecting, 'listening')
    const webhookUrl = `http://127.0.0.1:${readPort(redirecting)}/hook`
    const test = assertChatServer({ ...world.services.env, chat: { webhookUrl } })
    await expect(test).rejects.toThrow('answered 302')
    expect(paths).toEqual(['/hook'])
    redirecting.close()
  })

  it('has a globally unique Message-ID that is the same for every attempt', async () => {
    const [to, other] = [await sendMail(), await sendMail()]
    const sources: string[] = []
    refusals = 2
    for (let minutes = 0; minutes < 3; minutes += 1) {
      await deliver(createSmtpChannel(), () => new Date(Date.now() + minutes * 120_000))
      sources.push(...caught.splice(0).map(({ source }) => source))
    }
    const listIds = (address: string) =>
      sources
        .filter((source) => source.includes(`To: ${address}`))
        .map((source) => /^Message-ID: (.*)\r$/m.exec(source)?.[1])
    expect(listIds(to)[0]).toMatch(/^<[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}@example\.org>$/)
    expect(listIds(to)).toHaveLength(2)
    expect(new Set([...listIds(to), ...listIds(other)]).size).toBe(2)
  })

  it('declares that it is automatic, so that no automatic responder answers', async () => {
    const to = await sendMail()
    await deliver(createSmtpChannel())
    const mine = caught.find((message) => message.to.includes(to))
    expect(mine?.source).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  })

  it('is a valid file with CRLF at the end of every line, for any text', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'eml-'))
    const text = `One\rtwo\r\nthree\n.\nFrom here ${'w '.repeat(400)}\n${'x'.repeat(3000)}\nGrüße 😀 \n`
    const subject = `Grüße ${'and more '.repeat(40)}😀`
    const settings = { on: true, smtpUrl: null, dir: folder, from: 'Désk, Ops <desk@bücher.example>' }
    const send = createMailSender({ ...world.services.env, mail: settings })
    await send(7, { message_id: 'a3f0c1de-0000-4000-8000-000000000001', to: 'a@example.org', subject, text })
    expect(await readdir(folder)).toEqual(['00000007-a3f0c1de-0000-4000-8000-000000000001.eml'])
    const file = await readFile(join(folder, (await readdir(folder))[0] ?? ''), 'latin1')
    await rm(folder, { recursive: true })
    expect(file).not.toMatch(/(^|[^\r])\n|\r(?!\n)|[^\r\n\x20-\x7e]/)
    const { headers, body } = parseMail(file)
    expect(Math.max(...file.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78)
    expect(headers['message-id']).toBe('<a3f0c1de-0000-4000-8000-000000000001@xn--bcher-kva.example>')
    expect(Date.parse(headers['date'] ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(headers['mime-version']).toBe('1.0')
    expect(decodeWords(headers['subject'] ?? '')).toBe(subject)
    expect(decodeWords(headers['from'] ?? '')).toContain('Désk, Ops')
    expect(body).toBe(text.replaceAll(/\r\n?/g, '\n'))
  })

  it('waits longer after every failure and is finally abandoned', async () => {
    await sendMail()
    const away = { mail: { on: true, smtpUrl: 'smtp://127.0.0.1:1', dir: null, from: 'desk@example.org' } }
    await deliver(away)
    const failed = await readLast()
    expect(failed).toMatchObject({ attempts: 1, delivered_at: null, abandoned_at: null })
    expect(failed?.last_error).toContain('ECONNREFUSED')
    expect(Date.parse(failed?.next_attempt_at ?? '')).toBeGreaterThan(Date.now() + 5000)
    await deliver(away)
    expect(await readLast()).toMatchObject({ attempts: 1 })
    await world.database.queries
      .updateTable('outbox_messages')
      .set({ attempts: 23, next_attempt_at: new Date(0) })
      .where('id', '=', failed?.id ?? 0)
      .execute()
    await deliver(away)
    expect((await readLast())?.abandoned_at).not.toBeNull()
    expect([1, 2, 3, 12, 24].map(pauseAfter)).toEqual([10_000, 20_000, 40_000, 3_600_000, 3_600_000])
  })

  it('is sent once by many concurrent workers', async () => {
    const to = await Promise.all(Array.from({ length: 30 }, () => sendMail()))
    await Promise.all(Array.from({ length: 4 }, () => deliver(createSmtpChannel())))
    for (const address of to) expect(caught.filter((message) => message.to.includes(address))).toHaveLength(1)
  })
})

describe('a batch of mails', () => {
  it('a batch of mails that is so slow that another process takes over the rest sends no mail twice', async () => {
    const to = [await sendMail(), await sendMail(), await sendMail()]
    const later = () => new Date(Date.now() + 61_000)
    meanwhile = () => deliver(createSmtpChannel(), later)
    await deliver(createSmtpChannel())
    const counts = to.map((address) => caught.filter((message) => message.to.includes(address)).length)
    expect(counts.slice(1)).toEqual([1, 1])
  })
})

describe('chat', () => {
  const announce = (channels: string[] = []) =>
    sendInTransaction((em) =>
      enqueueChat(
        em,
        { icon: 'ok', title: 'A & <b>', fields: { User: 'x > y' } },
        [null, ...channels],
        new Date(),
      ),
    )

  it('is posted to the default channel and each additional one, escaped', async () => {
    posts.length = 0
    await announce(['C1', 'C1', '@ann'])
    await deliver(createChatChannel())
    expect(posts.map(({ channel }) => channel)).toEqual([undefined, 'C1', '@ann'])
    expect(JSON.stringify(posts[0])).toContain('A &amp; &lt;b&gt;')
    expect(posts[0]?.['text']).toBe('A &amp; &lt;b&gt;\nUser: x &gt; y')
    expect(buildChatBody({ icon: 'cross', title: 't', fields: {} })['blocks']).toHaveLength(3)
  })

  it.each([
    ['an entity', `${'x'.repeat(1997)}&`, 'x'.repeat(1997)],
    ['an entity after an entity', `&${'x'.repeat(1992)}<b`, `&amp;${'x'.repeat(1992)}`],
    ['a character', `${'x'.repeat(1999)}😀`, 'x'.repeat(1999)],
    ['the rest', `${'x'.repeat(1995)}&b`, `${'x'.repeat(1995)}&amp;`],
  ])('cuts a long text before %s at the limit', (_, value, expected) => {
    const { text } = buildChatBody({ icon: 'ok', title: 't', fields: { User: value } })
    expect(text).toBe(`t\nUser: ${expected}`)
  })

  it.each([500, 302])('is retried after a %i', async (status) => {
    posts.length = 0
    answers = [status]
    await announce()
    await deliver(createChatChannel())
    expect(posts).toHaveLength(1)
    expect((await readLast())?.last_error).toContain(String(status))
  })

  it('is dropped without a webhook', async () => {
    await announce()
    await deliver({})
    expect((await readLast())?.delivered_at).not.toBeNull()
  })
})

describe('the delivery of due messages', () => {
  it('the delivery of due messages sends mail without waiting for a silent chat server', async () => {
    const sockets: Socket[] = []
    const silent = createSocketServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    await sendInTransaction((em) =>
      enqueueChat(em, { icon: 'ok', title: 'Unheard', fields: {} }, [null], new Date()),
    )
    const to = await sendMail()
    const chat = { webhookUrl: `http://127.0.0.1:${readPort(silent)}/hook` }
    const services = { ...world.services, env: { ...world.services.env, ...createSmtpChannel(), chat } }
    const stop = startBackground(
      services,
      backgroundTasks.filter(({ name }) => name === 'outbox' || name === 'chat_messages'),
    )
    try {
      await once(silent, 'connection')
      await expect.poll(() => caught.filter((message) => message.to.includes(to))).toHaveLength(1)
      expect(
        (await readRows()).filter(({ kind, delivered_at }) => kind === 'chat' && !delivered_at),
      ).not.toEqual([])
    } finally {
      for (const socket of sockets) socket.destroy()
      silent.close()
      await stop()
    }
  })
})
