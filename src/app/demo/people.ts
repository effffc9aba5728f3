import { print } from '../announce.ts'

/** Good for everyone here, and for nothing else: the database ends with the process. */
const PASSWORD = 'Harbor-Demo+2026-Gateway'

/** Settings that make the database a throw-away one, whatever the environment says. */
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

/** One person of every role, and two who comment. */
export const PEOPLE = {
  owner: person('Olga Dock', 'admin of the project'),
  reviewer: person('Rosa Pier', 'reviewer'),
  author: person('Ari Quay', 'author'),
  viewer: person('Vito Mole', 'viewer'),
  vendor: person('Vera Buoy', 'viewer'),
  stranger: person('Stan Shore', 'no member of any project'),
} as const

export type Name = keyof typeof PEOPLE

function person(name: string, role: string) {
  const [first = ''] = name.toLowerCase().split(' ')
  return { name, role, email: `${first}@demo.example`, password: PASSWORD }
}

/** Prints who can sign in. */
export function announcePeople(): void {
  const { BOOTSTRAP_ADMIN_EMAIL: email } = DEMO_SETTINGS
  const everybody = [{ email, role: 'system administrator' }, ...Object.values(PEOPLE)]
  print(`Sign in with the password ${PASSWORD} as one of`)
  for (const one of everybody) print(`  ${one.email.padEnd(22)} ${one.role}`)
}

/** What waits in the first project, and for whom. */
const JOBS = [
  ['ari', 'writes the undetermined requirements of Harbor Gateway 3, and triages its comments'],
  ['vito', 'comments on it, and answers what is asked of him'],
  ['rosa', 'reviews the requirement of Harbor Gateway 4 that waits for her'],
  ['olga', 'opens the comment period of Harbor Gateway 4, and releases Quay Tablet'],
] as const

/** Prints where one begins, and what can be done there at once. */
export function announceJobs(url: string): void {
  print(`Open ${url}/app/projects/1, where`)
  for (const [name, does] of JOBS) print(`  ${name.padEnd(6)} ${does}`)
}
