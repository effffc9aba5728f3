import DataLoader from 'dataloader'

/**
 * Creates a loader that batches calls of the same event loop tick into one call of `loadBatch`, which returns
 * results in order. If it fails, all calls fail. Nothing is cached.
 */
export function createLoader<Item, Answer>(
  loadBatch: (items: Item[]) => Promise<Answer[]>,
): (item: Item) => Promise<Answer> {
  const loader = new DataLoader<Item, Answer>((items) => loadBatch([...items]), {
    cache: false,
    batchScheduleFn: (send) => void setImmediate(send),
  })
  return (item) => loader.load(item)
}
