import { login } from './login.ts'
import { logout } from './logout.ts'
import { me } from './me.ts'

/** Sign-in with a password, and sign-out. */
export const sessions = { login, logout, me }
