import { Client } from 'pg'
import { hashPassword } from '../src/auth/passwords/password.ts'
import { digestHex, createPersonalAccessToken } from '../src/lib/secrets.ts'
import { openBenchData } from './support/data.ts'
import { load, computeMedian } from './support/load.ts'
import { startServer } from './support/servers.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4)
const PASSWORD = 'Kestrel!7 over Mire#42'
const SIGN_INS = 50

/** Measures authentication, and how much many simultaneous sign-ins slow down other requests. */
export async function measureAccounts(): Promise<void> {
  const data = await openBenchData({
    comments: 1000,
    projects: 1,
    componentsPerProject: 1,
    rulesPerComponent: 200,
  })
  const token = await createCredentials(data.url)
  try {
    await compareAuthentication(data.url, data.componentId, data.secret, token)
    await measureReadsDuringSignIns(data.url, data.componentId, data.secret)
  } finally {
    await data.drop()
  }
}

/** Gives the first person a password and an access token. */
async function createCredentials(url: string): Promise<string> {
  const raw = createPersonalAccessToken('service')
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('update users set password_hash = $1', [await hashPassword(PASSWORD)])
    await client.query(
      `insert into access_tokens (user_id, name, token_prefix, token_digest, scopes, expires_at)
       select min(id), 'bench', 'service_', $1, '{read}', current_date + 30 from users`,
      [digestHex(raw)],
    )
  } finally {
    await client.end()
  }
  return raw
}

/** Measures one handler without authentication, with a session and with a token, in interleaved rounds. */
async function compareAuthentication(url: string, id: number, secret: string, token: string): Promise<void> {
  const { base, stop } = await startServer('accounts-server', url)
  const closed = () => ({ method: 'GET' as const, path: `/closed/${id}` })
  const open = () => ({ method: 'GET' as const, path: `/open/${id}` })
  const authorization = `Token ${token}`
  const measure = {
    open: () => load(base, '', open, SECONDS),
    session: () => load(base, `_service_session=${secret}`, closed, SECONDS),
    token: () => load(base, '', closed, SECONDS, 16, { authorization }),
  }
  try {
    const rounds: Record<'open' | 'session' | 'token', number>[] = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const figures = [await measure.open(), await measure.session(), await measure.token()]
      const [openly = 0, session = 0, byToken = 0] = figures.map(({ perSecond }) => perSecond)
      const failed = figures.reduce((sum, figure) => sum + figure.failed, 0)
      if (failed > 0) console.log(`FAILED ${failed}`)
      if (round > 0) rounds.push({ open: openly, session, token: byToken })
    }
    for (const kind of ['session', 'token'] as const) {
      const ratio = computeMedian(rounds.map((round) => round[kind] / round.open))
      const perSecond = computeMedian(rounds.map((round) => round[kind]))
      console.log(`${kind.padEnd(24)} ${perSecond.toFixed(0)}/s ratio ${ratio.toFixed(2)} (to reach 0.7)`)
    }
  } finally {
    await stop()
  }
}

/** Measures sequential reads without and with simultaneous sign-ins, and compares the medians. */
async function measureReadsDuringSignIns(url: string, id: number, secret: string): Promise<void> {
  const { base, stop } = await startServer('product', url)
  const read = async () => {
    const started = performance.now()
    const headers = { cookie: `_service_session=${secret}` }
    await (await fetch(`${base}/api/components/${id}/stats`, { headers })).text()
    return performance.now() - started
  }
  const signIn = async (number: number) => {
    const body = JSON.stringify({ email: `person${number}@example.org`, password: PASSWORD })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${base}/api/auth/login`, { method: 'POST', headers, body })).status
  }
  try {
    for (let warm = 0; warm < 50; warm += 1) await read()
    const idleTimes: number[] = []
    for (let turn = 0; turn < 200; turn += 1) idleTimes.push(await read())
    const loadedTimes: number[] = []
    let done = false
    const numbers = Array.from({ length: SIGN_INS }, (_, index) => index + 1)
    const signIns = Promise.all(numbers.map(signIn)).finally(() => (done = true))
    while (!done) loadedTimes.push(await read())
    const refused = (await signIns).filter((status) => status !== 200).length
    const delay = computeMedian(loadedTimes) - computeMedian(idleTimes)
    const about = `${loadedTimes.length} reads, median ${computeMedian(loadedTimes).toFixed(1)} ms, alone ${computeMedian(idleTimes).toFixed(1)} ms`
    console.log(`${'50 sign-ins'.padEnd(24)} delay ${delay.toFixed(1)} ms (at most 20), ${about}`)
    if (refused > 0) console.log(`FAILED ${refused} sign-ins`)
  } finally {
    await stop()
  }
}

if (import.meta.main) await measureAccounts()
