import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  Configuration,
  customFetch,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { z } from 'zod'
import type { Env } from '../../config/env.ts'
import { fetchFromProvider, fetchWithLimits, readBoundedText } from './bounded-fetch.ts'
import { rememberFlow, takeFlow, type BrowserRequest } from './browser.ts'
import { findFirstEmail, type ExternalPerson } from './external-person.ts'
import { toCallbackUrl } from './oidc.ts'
import { assertNoProviderError, SignInError, toSignInError } from './sign-in-error.ts'

type Github = NonNullable<Env['github']>

/** URLs of GitHub; tests use their own. */
export interface GithubSite {
  web: string
  api: string
}

export const GITHUB: GithubSite = { web: 'https://github.com', api: 'https://api.github.com' }

const TIMEOUT = 10_000
const Profile = z.object({ id: z.int(), login: z.string(), name: z.string().nullish() })
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** Starts the code flow at GitHub with a new state and PKCE verifier; returns its URL (rule A-55). */
export async function startGithub(
  ctx: BrowserRequest,
  github: Github,
  { linking = false, site = GITHUB } = {},
): Promise<URL> {
  const codeVerifier = randomPKCECodeVerifier()
  const flow = { provider: 'github', state: randomState(), nonce: '', codeVerifier }
  await rememberFlow(ctx, flow, linking)
  return buildAuthorizationUrl(createConfiguration(github, site), {
    redirect_uri: toCallbackUrl(ctx, 'github').href,
    scope: 'user:email',
    state: flow.state,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  })
}

/** Completes the code flow and loads the person from GitHub. Throws SignInError. */
export async function finishGithub(
  ctx: BrowserRequest,
  github: Github,
  search: string,
  site = GITHUB,
): Promise<ExternalPerson> {
  const flow = await takeFlow(ctx, 'github')
  if (!flow) throw new SignInError('flow_expired')
  const current = toCallbackUrl(ctx, 'github')
  current.search = search
  assertNoProviderError(current.searchParams)
  try {
    const tokens = await authorizationCodeGrant(createConfiguration(github, site), current, {
      pkceCodeVerifier: flow.codeVerifier,
      expectedState: flow.state,
    })
    return await loadPerson(site, tokens.access_token)
  } catch (error) {
    throw toSignInError(error)
  }
}

function createConfiguration({ clientId, clientSecret }: Github, { web }: GithubSite): Configuration {
  const endpoints = {
    issuer: web,
    authorization_endpoint: `${web}/login/oauth/authorize`,
    token_endpoint: `${web}/login/oauth/access_token`,
  }
  const configuration = new Configuration(endpoints, clientId, undefined, ClientSecretPost(clientSecret))
  configuration.timeout = TIMEOUT / 1000
  configuration[customFetch] = fetchWithLimits
  if (web.startsWith('http:')) allowInsecureRequests(configuration)
  return configuration
}

/** Loads the person of a GitHub token; only verified addresses count as verified. */
async function loadPerson({ api }: GithubSite, token: string): Promise<ExternalPerson> {
  const fetchJson = async (path: string): Promise<unknown> => {
    const response = await fetchFromProvider(`${api}${path}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
    })
    if (!response.ok) throw new Error(`GitHub answered ${response.status}`)
    return JSON.parse(await readBoundedText(response))
  }
  const profile = Profile.parse(await fetchJson('/user'))
  const emails = Emails.parse(await fetchJson('/user/emails'))
  const chosen =
    emails.find(({ primary, verified }) => primary && verified) ?? emails.find(({ primary }) => primary)
  return {
    provider: 'github',
    uid: String(profile.id),
    email: findFirstEmail(chosen?.email),
    emailVerified: chosen?.verified ?? false,
    name: profile.name ?? profile.login,
  }
}
