/** An open live stream of a listening service. */
export interface LiveBoard {
  /** The received events in order. */
  events: { id: number; event: string; data: Record<string, unknown> }[]
  leave: () => void
}

/** Opens a live stream with this cookie; resolves once it is open. */
export async function aLiveBoard(url: string, path: string, cookie: string): Promise<LiveBoard> {
  const leaving = new AbortController()
  const events: LiveBoard['events'] = []
  const answer = await fetch(url + path, { headers: { cookie }, signal: leaving.signal })
  if (answer.status !== 200 || !answer.body) throw new Error(`no board: ${answer.status}`)
  void follow(answer.body, events)
  return { events, leave: () => leaving.abort() }
}

async function follow(body: ReadableStream<Uint8Array>, events: LiveBoard['events']): Promise<void> {
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
