import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { domainToASCII } from 'node:url'
import { z } from 'zod'
import type { Env } from '../config/env.ts'

const MailPayload = z.object({
  /** Given at the first attempt to send, see deliver.ts. */
  message_id: z.uuid(),
  to: z.string(),
  cc: z.array(z.string()).default([]),
  subject: z.string(),
  text: z.string(),
  unsubscribe: z.string().optional(),
  /** Lines that were held back, newest first, and how many there were. */
  held: z.array(z.string()).optional(),
  held_count: z.int().optional(),
})

const TIMEOUT = 10_000
/** A mail is sent within this time or not at all; below the lease of its row in the outbox. */
const WITHIN_MS = 45_000

/** Sends one message of the outbox, or rejects. */
export type SendMail = (id: number, payload: unknown) => Promise<void>

/**
 * The way mails leave by the settings (rule A-75): by SMTP, as `.eml` files in a folder, or not at all with an
 * in-memory database and no folder. A server has `withinMs` for one mail in all.
 */
export function mailSender(env: Env, withinMs = WITHIN_MS): SendMail {
  const { smtpUrl, dir, from } = env.mail
  const domain = domainOf(from)
  const messageOf = (payload: unknown) => {
    const { to, cc, unsubscribe, message_id, ...said } = MailPayload.parse(payload)
    const { subject, text } = said.held ? together(said.held, said.held_count ?? 0) : said
    return {
      from,
      to: addressed(to),
      cc: cc.map(addressed),
      subject,
      text: text.replaceAll(/\r\n?/g, '\n'),
      // Automatic responders must not answer (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...(unsubscribe ? { list: { unsubscribe } } : {}),
      messageId: `<${message_id}@${domain}>`,
      disableFileAccess: true,
      disableUrlAccess: true,
    }
  }
  if (smtpUrl !== null) {
    const timeouts = { connectionTimeout: TIMEOUT, greetingTimeout: TIMEOUT, socketTimeout: TIMEOUT }
    const transport = later(async () => (await nodemailer()).createTransport({ url: smtpUrl, ...timeouts }))
    return async (_, payload) => {
      // Those limits are about silence: a server that says one letter after the other would hold all mails for ever.
      const message = { ...messageOf(payload), signal: AbortSignal.timeout(withinMs) }
      await (await transport()).sendMail(message)
    }
  }
  if (dir === null) return () => Promise.resolve()
  const transport = later(async () =>
    (await nodemailer()).createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  )
  return async (id, payload) => {
    const { message_id } = MailPayload.parse(payload)
    const { message } = await (await transport()).sendMail(messageOf(payload))
    await keep(dir, `${String(id).padStart(8, '0')}-${message_id}.eml`, message)
  }
}

/** Connects and signs in to the mail server without sending. Rejects if the server rejects it or does not respond. */
export async function assertMailServer({ mail: { smtpUrl } }: Env, withinMs = TIMEOUT): Promise<void> {
  if (smtpUrl === null) return
  const timeouts = { connectionTimeout: withinMs, greetingTimeout: withinMs, socketTimeout: withinMs }
  const transport = (await nodemailer()).createTransport({ url: smtpUrl, ...timeouts })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** Loaded for the first mail only, because the outbox is polled from the start. */
const nodemailer = () => import('nodemailer')

/** What is made when it is first needed, once. */
function later<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** Combines messages that exceeded the rate limit into one mail. */
function together(lines: string[], count: number): { subject: string; text: string } {
  const earlier = count > lines.length ? `\n\nand ${count - lines.length} earlier ones.` : ''
  return { subject: `${count} more notifications`, text: `Newest first:\n\n${lines.join('\n')}${earlier}\n` }
}

/** As an object, so that no comma in an address makes two of it. */
function addressed(address: string) {
  return { name: '', address }
}

/** The domain of the sender in ASCII, for the right side of a Message-ID. */
function domainOf(from: string): string {
  const domain = from.split('@').at(-1)?.replace('>', '').trim() ?? ''
  return domainToASCII(domain) || 'localhost'
}

/** Writes a draft and renames it, so that readers of the folder see whole mails only. Mails carry secrets: mode 0600. */
async function keep(dir: string, name: string, message: Buffer | NodeJS.ReadableStream): Promise<void> {
  if (!Buffer.isBuffer(message)) throw new TypeError('the mail was not buffered')
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const path = join(dir, name)
  await writeFile(`${path}.part`, message, { mode: 0o600 })
  await rename(`${path}.part`, path)
}
