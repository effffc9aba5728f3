import { mkdir, rename, writeFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { domainToASCII } from 'node:url'
import { z } from 'zod'
import type { Env } from '../config/env.ts'

const MailPayload = z.object({
  /** Generated at the first attempt to send, see deliver.ts. */
  message_id: z.uuid(),
  to: z.string(),
  cc: z.array(z.string()).default([]),
  subject: z.string(),
  text: z.string(),
  unsubscribe: z.string().optional(),
  /** Lines of a pending mail, newest first, and their number. */
  held: z.array(z.string()).optional(),
  held_count: z.int().optional(),
})

const TIMEOUT = 10_000
/** The time limit for sending one mail, below the lease of its row in the outbox. */
const SEND_TIMEOUT_MS = 45_000

/** Sends one message of the outbox, or rejects. */
export type SendMail = (id: number, payload: unknown) => Promise<void>

/**
 * Creates the sender that the settings select (rule A-75): SMTP, `.eml` files in a folder, or none with an in-memory
 * database and no folder. Sending one mail by SMTP takes at most `timeoutMs`.
 */
export function createMailSender(env: Env, timeoutMs = SEND_TIMEOUT_MS): SendMail {
  const { smtpUrl, dir, from: sender } = env.mail
  const domain = parseSenderDomain(sender)
  const toMessage = (payload: unknown) => {
    const { to: recipient, cc, unsubscribe, message_id, ...content } = MailPayload.parse(payload)
    const { subject, text } = content.held ? mergeLines(content.held, content.held_count ?? 0) : content
    return {
      from: sender,
      to: toAddress(recipient),
      cc: cc.map(toAddress),
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
    const transport = createLazy(async () =>
      (await loadNodemailer()).createTransport({ url: smtpUrl, ...timeouts }),
    )
    return async (_, payload) => {
      // The timeouts above limit silence; a server that sends one byte at a time would block all mails.
      const message = { ...toMessage(payload), signal: AbortSignal.timeout(timeoutMs) }
      await (await transport()).sendMail(message)
    }
  }
  if (dir === null) return () => Promise.resolve()
  const transport = createLazy(async () =>
    (await loadNodemailer()).createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  )
  return async (id, payload) => {
    const { message_id } = MailPayload.parse(payload)
    const { message } = await (await transport()).sendMail(toMessage(payload))
    await writeMailFile(dir, `${String(id).padStart(8, '0')}-${message_id}.eml`, message)
  }
}

/**
 * Connects and signs in to the mail server without sending. Rejects if the server rejects it, does not respond, or
 * takes more than twice `timeoutMs` in total.
 */
export async function assertMailServer({ mail: { smtpUrl } }: Env, timeoutMs = TIMEOUT): Promise<void> {
  if (smtpUrl === null) return
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const socket = new Socket()
  // Also ends the connection of a server that keeps sending after the sign-out.
  const timer = setTimeout(
    () => socket.destroy(new Error('The mail server timed out')),
    2 * timeoutMs,
  ).unref()
  socket.once('close', () => clearTimeout(timer))
  const transport = (await loadNodemailer()).createTransport({ url: smtpUrl, socket, ...timeouts })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** Loaded for the first mail only, because the outbox is polled from the start. */
const loadNodemailer = () => import('nodemailer')

/** Creates a value on first use. */
function createLazy<T>(make: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | undefined
  return () => (promise ??= make())
}

/** Combines messages that exceeded the rate limit into one mail. */
function mergeLines(lines: string[], count: number): { subject: string; text: string } {
  const earlier = count > lines.length ? `\n\nand ${count - lines.length} earlier ones.` : ''
  return { subject: `${count} more notifications`, text: `Newest first:\n\n${lines.join('\n')}${earlier}\n` }
}

/** Returns an object, because a text with a comma would be two addresses. */
function toAddress(address: string) {
  return { name: '', address }
}

/** Returns the sender's domain in ASCII, for the Message-ID. */
function parseSenderDomain(sender: string): string {
  const domain = sender.split('@').at(-1)?.replace('>', '').trim() ?? ''
  return domainToASCII(domain) || 'localhost'
}

/** Writes a draft and renames it, so that the folder has only complete mails. Mode 0600, because mails have secret links. */
async function writeMailFile(
  dir: string,
  name: string,
  message: Buffer | NodeJS.ReadableStream,
): Promise<void> {
  if (!Buffer.isBuffer(message)) throw new TypeError('the mail was not buffered')
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const path = join(dir, name)
  await writeFile(`${path}.part`, message, { mode: 0o600 })
  await rename(`${path}.part`, path)
}
