import DataLoader from 'dataloader'

/**
 * Answers one by one what is asked together: everyone who asks in the same turn of the event loop shares one call of
 * `ask`, which answers in the order of the items. When it fails, all of them fail. Nothing is remembered.
 */
export function createLoader<Item, Answer>(
  ask: (items: Item[]) => Promise<Answer[]>,
): (item: Item) => Promise<Answer> {
  const loader = new DataLoader<Item, Answer>((items) => ask([...items]), {
    cache: false,
    batchScheduleFn: (send) => void setImmediate(send),
  })
  return (item) => loader.load(item)
}
