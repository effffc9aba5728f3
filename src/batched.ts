/**
 * Answers one by one what is asked together: everybody who asks in the same turn of the event loop shares one call of
 * `ask`, which answers in the order of the items. When it fails, all of them fail.
 */
export function batched<Item, Answer>(
  ask: (items: Item[]) => Promise<Answer[]>,
): (item: Item) => Promise<Answer> {
  let gathering: { items: Item[]; answers: Promise<Answer[]> } | null = null
  const gather = () => {
    const items: Item[] = []
    const turn = new Promise<void>((resolve) => setImmediate(resolve))
    const answers = turn.then(() => {
      gathering = null
      return ask(items)
    })
    return { items, answers }
  }
  return async (item) => {
    gathering ??= gather()
    const { items, answers } = gathering
    const place = items.push(item) - 1
    const answer = (await answers)[place]
    if (answer === undefined) throw new Error('fewer answers than questions')
    return answer
  }
}
