import { print } from '../announce.ts'

/** The password of all demo users; the database is deleted when the process ends. */
const PASSWORD = 'Harbor-Demo+2026-Gateway'

/** Settings for a temporary database; they override the environment. */
export const DEMO_SETTINGS = {
  DATA_DIR: 'memory:',
  DATABASE_URL: '',
  DATABASE_REPLICA_URLS: '',
  WORKERS: '1',
  MAIL_DIR: '',
  SMTP_URL: '',
  CHAT_WEBHOOK_URL: '',
  BOOTSTRAP_ADMIN_EMAIL: 'admin@demo.example',
  BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
  LOG_LEVEL: 'warn',
  LOG_FORMAT: 'text',
}

/** One user of each role, plus a second commenter and a non-member. */
export const PEOPLE = {
  owner: createDemoPerson('Olga Dock', 'admin of the project'),
  reviewer: createDemoPerson('Rosa Pier', 'reviewer'),
  author: createDemoPerson('Ari Quay', 'author'),
  viewer: createDemoPerson('Vito Mole', 'viewer'),
  vendor: createDemoPerson('Vera Buoy', 'viewer'),
  stranger: createDemoPerson('Stan Shore', 'no member of any project'),
} as const

export type Name = keyof typeof PEOPLE

function createDemoPerson(name: string, role: string) {
  const [first = ''] = name.toLowerCase().split(' ')
  return { name, role, email: `${first}@demo.example`, password: PASSWORD }
}

/** Prints the users who can sign in. */
export function announcePeople(): void {
  const { BOOTSTRAP_ADMIN_EMAIL: email } = DEMO_SETTINGS
  const users = [{ email, role: 'system administrator' }, ...Object.values(PEOPLE)]
  print(`Sign in with the password ${PASSWORD} as one of`)
  for (const user of users) print(`  ${user.email.padEnd(22)} ${user.role}`)
}

/** The actions of each user in the first project. */
const JOBS = [
  ['ari', 'writes the undetermined requirements of Harbor Gateway 3, and triages its comments'],
  ['vito', 'comments on it, and answers what is asked of him'],
  ['rosa', 'reviews the requirement of Harbor Gateway 4 that waits for her'],
  ['olga', 'opens the comment period of Harbor Gateway 4, and releases Quay Tablet'],
] as const

/** Prints where to start, and what each user can do there. */
export function announceJobs(url: string): void {
  print(`Open ${url}/app/projects/1, where`)
  for (const [name, does] of JOBS) print(`  ${name.padEnd(6)} ${does}`)
}
