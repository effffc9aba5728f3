import type { World } from './world.ts'

/** The base DN of the people in the test directories. */
export const BASE = 'ou=people,dc=example,dc=org'

/** Posts the directory sign-in form. */
export const signIn = async (world: World, username: unknown, password: unknown) =>
  (await world.rest()).post('/users/auth/ldap/callback', { username, password })

/** Signs in through the directory and returns the redirect; its query contains the error code of a rejection. */
export const signInRedirect = async (...args: Parameters<typeof signIn>) =>
  (await signIn(...args)).headers.get('location')
