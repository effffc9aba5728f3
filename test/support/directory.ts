import type { World } from './world.ts'

/** The base of the people in the test directories. */
export const BASE = 'ou=people,dc=example,dc=org'

/** Sends the form of the directory sign-in. */
export const signIn = async (on: World, username: unknown, password: unknown) =>
  (await on.rest()).post('/users/auth/ldap/callback', { username, password })

/** The address to which a directory sign-in leads; a refusal is in its query. */
export const endOf = async (...given: Parameters<typeof signIn>) =>
  (await signIn(...given)).headers.get('location')
