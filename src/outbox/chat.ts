import { z } from 'zod'
import type { Env } from '../config/env.ts'

const ChatPayload = z.object({
  icon: z.enum(['ok', 'announcement', 'cross']),
  title: z.string(),
  fields: z.record(z.string(), z.string()),
  channel: z.string().nullable().default(null),
})

const EMOJI = { ok: ':white_check_mark:', announcement: ':mega:', cross: ':x:' }
const TIMEOUT = 5000
/** Maximum UTF-16 units of a title, label or value. */
const TEXT_LIMIT = 2000

/** Posts one chat message of the outbox, or rejects. */
export type SendChat = (id: number, payload: unknown) => Promise<void>

/** Posts to the incoming webhook of the settings; without one, messages are dropped (rule A-78). */
export function createChatSender(env: Env): SendChat {
  const { webhookUrl } = env.chat
  if (webhookUrl === null) return () => Promise.resolve()
  return async (_id, payload) => {
    const response = await fetch(webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(buildChatBody(payload)),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the chat webhook answered ${response.status}`)
  }
}

/** Checks the chat server without posting. Rejects for no response, a server error, and a redirect: posts follow none. */
export async function assertChatServer({ chat: { webhookUrl } }: Env): Promise<void> {
  if (webhookUrl === null) return
  const options = { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) } as const
  const { status } = await fetch(webhookUrl, options)
  const isRedirect = status >= 300 && status < 400
  if (status >= 500 || isRedirect) throw new Error(`the chat webhook answered ${status}`)
}

/** The Slack blocks of one message: heading, divider, a line per field, divider; `text` for clients without blocks. */
export function buildChatBody(payload: unknown): Record<string, unknown> {
  const { icon, title, fields, channel } = ChatPayload.parse(payload)
  const heading = `${EMOJI[icon]} *${escapeText(title)}*`
  const lines = Object.entries(fields).map(([label, value]) => `*${escapeText(label)}:* ${escapeText(value)}`)
  const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } })
  const divider = { type: 'divider' }
  return {
    ...(channel === null ? {} : { channel }),
    text: [escapeText(title), ...lines.map((line) => line.replaceAll('*', ''))].join('\n'),
    blocks: [section(heading), divider, ...lines.map(section), divider],
  }
}

/** Escapes a text and cuts it at the limit, before an entity or a character that the limit would split. */
function escapeText(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  if (escaped.length <= TEXT_LIMIT) return escaped
  const cut = escaped.slice(0, TEXT_LIMIT).replace(/&[a-z]*$/, '')
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
