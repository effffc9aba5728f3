import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { Order, Outcome } from './engine-orders.ts'
import { type Engine, openEngine } from './engine.ts'

// The entry of the thread in which the embedded engine of a service runs. It sleeps on a counter between orders, which
// wakes it in a third of the time that its event loop would need.

let engine: Engine | null = null

function opened(): Engine {
  if (engine === null) throw new Error('the engine is not open')
  return engine
}

async function carryOut(order: Order): Promise<Outcome> {
  const { id } = order
  switch (order.what) {
    case 'open':
      engine = await openEngine(order.dataDir, order.dump)
      return { id, done: true }
    case 'send':
      return { id, bytes: await opened().send(order.message) }
    case 'dump':
      return { id, dump: await opened().dump(order.compression) }
    case 'close':
      await opened().close()
      return { id, done: true }
  }
}

async function answer(order: Order): Promise<void> {
  try {
    const outcome = await carryOut(order)
    parentPort?.postMessage(outcome, 'bytes' in outcome ? outcome.bytes.map(({ buffer }) => buffer) : [])
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error)
    parentPort?.postMessage({ id: order.id, failed } satisfies Outcome)
  }
}

async function serve(port: MessagePort, orders: Int32Array): Promise<void> {
  for (;;) {
    const seen = Atomics.load(orders, 0)
    const next: { message: Order } | undefined = receiveMessageOnPort(port)
    if (next) await answer(next.message)
    else Atomics.wait(orders, 0, seen)
  }
}

if (parentPort) {
  const orders: Int32Array = workerData
  void serve(parentPort, orders)
}
