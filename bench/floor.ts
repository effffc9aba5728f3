import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { findSession } from './floor/access.ts'
import { READS } from './floor/all-reads.ts'
import { WRITES } from './floor/all-writes.ts'
import { comments } from './floor/comments.ts'
import { components } from './floor/components.ts'
import { createReadRoutes } from './floor/reads.ts'
import { reviews } from './floor/reviews.ts'
import { summaries } from './floor/summaries.ts'
import { createWriteRoutes } from './floor/writes.ts'

/**
 * The floor, a handwritten baseline: Hono, prepared statements of pg, and the session lookup and rows of the service,
 * but no framework, validation or audit reasons. Prints its port for the driver.
 */
const app = new Hono()

app.get('/api/auth/me', async (c) => {
  const session = await findSession(c)
  if (!session) return c.json({}, 401)
  return c.json({
    id: session['user_id'],
    name: session['name'],
    email: session['email'],
    admin: session['admin'],
    provider: session['provider'],
  })
})

// Errors of requests that the driver cancels are expected.
app.onError((_, c) => c.json({}, 500))

const parts = [comments, components, reviews, summaries, createReadRoutes(READS), createWriteRoutes(WRITES)]
for (const part of parts) app.route('/', part)

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send?.(port))
