import { login } from './login.ts'
import { logout } from './logout.ts'
import { me } from './me.ts'

/** Signing in and out with a password. */
export const sessions = { login, logout, me }
