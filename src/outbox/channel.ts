/** The metadata key of a project's or component's chat channel (rule A-78). */
export const CHANNEL_KEY = 'Slack Channel ID'

/** Returns the chat channel of a project or component, in addition to the default one (rule A-78). */
export function getChannel(record: { metadata: Record<string, string> }): string | null {
  const channel = record.metadata[CHANNEL_KEY]?.trim() ?? ''
  return channel === '' ? null : channel
}

/** Combines a project's free metadata and its channel, which overrides the same key (rule A-78). */
export function toMetadata(
  data: Record<string, string> | undefined,
  channel: string | null | undefined,
): Record<string, string> {
  const metadata = channel?.trim() ? { [CHANNEL_KEY]: channel.trim() } : {}
  return { ...data, ...metadata }
}
