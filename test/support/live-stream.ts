/** An open live stream of a listening service. */
export interface LiveStream {
  /** The received events in order. */
  events: { id: number; event: string; data: Record<string, unknown> }[]
  leave: () => void
}

/** Opens a live stream with this cookie; resolves once it is open. */
export async function openLiveStream(url: string, path: string, cookie: string): Promise<LiveStream> {
  const leaving = new AbortController()
  const events: LiveStream['events'] = []
  const answer = await fetch(url + path, { headers: { cookie }, signal: leaving.signal })
  if (answer.status !== 200 || !answer.body) throw new Error(`no board: ${answer.status}`)
  void readEvents(answer.body, events)
  return { events, leave: () => leaving.abort() }
}

async function readEvents(body: ReadableStream<Uint8Array>, events: LiveStream['events']): Promise<void> {
  let text = ''
  try {
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
        if (block.startsWith(':')) continue
        events.push({ id: Number(field('id')), event: field('event'), data: JSON.parse(field('data')) })
      }
    }
  } catch {
    // Leaving aborts the read.
  }
}
