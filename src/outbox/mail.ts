import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Env } from '../env.ts'

const MailPayload = z.object({
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

/** Sends one mail of the outbox, or rejects. `id` makes its Message-ID, the same at every attempt. */
export type SendMail = (id: number, payload: unknown) => Promise<void>

/**
 * The way mails leave by the settings (rule A-75): by SMTP, as `.eml` files in a folder, or not at all with an
 * in-memory database and no folder. A server has `withinMs` for one mail in all.
 */
export function mailSender(env: Env, withinMs = WITHIN_MS): SendMail {
  const { smtpUrl, dir, from } = env.mail
  const domain = from.split('@').at(-1)?.replace('>', '') ?? 'localhost'
  const messageOf = (id: number, payload: unknown) => {
    const { to, cc, unsubscribe, ...said } = MailPayload.parse(payload)
    const { subject, text } = said.held ? together(said.held, said.held_count ?? 0) : said
    return {
      from,
      to: addressed(to),
      cc: cc.map(addressed),
      subject,
      text,
      ...(unsubscribe ? { list: { unsubscribe } } : {}),
      messageId: `<outbox-${id}@${domain}>`,
      disableFileAccess: true,
      disableUrlAccess: true,
    }
  }
  if (smtpUrl !== null) {
    const timeouts = { connectionTimeout: TIMEOUT, greetingTimeout: TIMEOUT, socketTimeout: TIMEOUT }
    const transport = later(async () => (await nodemailer()).createTransport({ url: smtpUrl, ...timeouts }))
    return async (id, payload) => {
      // Those limits are about silence: a server that says one letter after the other would hold all mails for ever.
      const message = { ...messageOf(id, payload), signal: AbortSignal.timeout(withinMs) }
      await (await transport()).sendMail(message)
    }
  }
  if (dir === null) return () => Promise.resolve()
  const transport = later(async () =>
    (await nodemailer()).createTransport({ streamTransport: true, buffer: true }),
  )
  return async (id, payload) => {
    const { message } = await (await transport()).sendMail(messageOf(id, payload))
    await keep(dir, id, message)
  }
}

/** Loaded for the first mail: the outbox is looked at from the start on. */
const nodemailer = () => import('nodemailer')

/** What is made when it is first needed, once. */
function later<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** The mail that tells together what came too fast to be told one by one. */
function together(lines: string[], count: number): { subject: string; text: string } {
  const earlier = count > lines.length ? `\n\nand ${count - lines.length} earlier ones.` : ''
  return { subject: `${count} further notices`, text: `Newest first:\n\n${lines.join('\n')}${earlier}\n` }
}

/** As an object, so that no comma in an address makes two of it. */
function addressed(address: string) {
  return { name: '', address }
}

/** Written aside first: whoever watches the folder sees whole mails only. They carry secrets, so that only we read them. */
async function keep(dir: string, id: number, message: Buffer | NodeJS.ReadableStream): Promise<void> {
  if (!Buffer.isBuffer(message)) throw new TypeError('the mail was not buffered')
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const path = join(dir, `${String(id).padStart(8, '0')}.eml`)
  await writeFile(`${path}.part`, message, { mode: 0o600 })
  await rename(`${path}.part`, path)
}
