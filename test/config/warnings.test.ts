import { describe, expect, it } from 'vitest'
import { readEnv } from '../../src/config/env.ts'
import { findSettingWarnings } from '../../src/config/warnings.ts'

function listWarned(settings: NodeJS.ProcessEnv, dotenv: NodeJS.ProcessEnv = {}): string[] {
  return findSettingWarnings(readEnv(settings), dotenv).map(({ setting }) => setting)
}

describe('warnings about settings', () => {
  it('name what is in .env and is no setting', () => {
    const dotenv = {
      WORKER: '2',
      WORKERS: '2',
      OIDC_OKTA_ISSUER: 'https://a',
      POSTGRES_PASSWORD: 'x',
      TZ: 'UTC',
    }
    expect(listWarned({}, dotenv)).toEqual(['WORKER'])
  })

  it('say that no one can sign in', () => {
    expect(listWarned({ LOCAL_LOGIN_ENABLED: 'false' })).toEqual(['LOCAL_LOGIN_ENABLED'])
    const github = { GITHUB_CLIENT_ID: 'a', GITHUB_CLIENT_SECRET: 'b' }
    expect(listWarned({ LOCAL_LOGIN_ENABLED: 'false', ...github })).toEqual([])
    expect(listWarned({})).toEqual([])
  })
})
