import type { SectionKey, TriageStatus } from '../../vocabulary.ts'
import type { Name } from './people.ts'

export interface DemoComment {
  by: Name
  /** Position of the requirement in its component; null: the component itself. */
  rule: number | null
  section?: SectionKey
  text: string
  replies?: [Name, string][]
  decision?: Exclude<TriageStatus, 'pending'>
  response?: string
  /** The assigned triager and the days until it is due; negative if it is overdue. */
  assigned?: [Name, number]
}

/** The response templates of the project; the triage view offers each by a digit. */
export const TEMPLATES = [
  { name: 'Not in this version', body: 'We agree, and look at it again for the next version.' },
  { name: 'Outside of the guide', body: 'This is outside of what the guide asks for.' },
  { name: 'Said in the check', body: 'The check says so already; please look at its last step.' },
] as const

/** One comment in every triage status and a few pending ones. The first is the original of the duplicate. */
export const COMMENTS: DemoComment[] = [
  {
    by: 'viewer',
    rule: 0,
    section: 'fixtext',
    text: 'The fix names a limit of ten sessions, the check asks for three. Which one is meant?',
    replies: [
      ['vendor', 'The product ships with three.'],
      ['author', 'Three it is; the fix is being changed.'],
    ],
    decision: 'concur',
  },
  {
    by: 'vendor',
    rule: 0,
    section: 'fixtext',
    text: 'Fix and check disagree about the number of sessions.',
    decision: 'duplicate',
  },
  {
    by: 'vendor',
    rule: 1,
    section: 'check_content',
    text: 'TLS 1.2 is fine, but please list the cipher suites that must be off.',
    decision: 'concur_with_comment',
    response: 'The list goes into the check; the title stays.',
  },
  {
    by: 'viewer',
    rule: 4,
    text: 'Three attempts are too few for a service desk. Please allow ten.',
    decision: 'non_concur',
    response: 'The guide fixes the number at three.',
  },
  {
    by: 'viewer',
    rule: 7,
    section: 'vuln_discussion',
    text: 'The discussion speaks of events "of interest". Who decides which those are?',
    decision: 'needs_clarification',
    response: 'Which list would you want to see named here?',
  },
  {
    by: 'vendor',
    rule: 13,
    text: 'For your information: version 3 removes the status module altogether.',
    decision: 'informational',
  },
  {
    by: 'reviewer',
    rule: 14,
    section: 'title',
    text: 'Ports and protocols are covered by the requirement on configuration guidance as well.',
    decision: 'addressed_by',
  },
  {
    by: 'vendor',
    rule: 17,
    text: 'Please ignore my mail of last week about passwords.',
    decision: 'withdrawn',
  },
  {
    by: 'vendor',
    rule: 20,
    section: 'check_content',
    text: 'Step 2 of the check cannot be done while the gateway is in maintenance mode.',
    replies: [['reviewer', 'Seen the same on our test machine.']],
    assigned: ['author', -3],
  },
  {
    by: 'viewer',
    rule: 25,
    section: 'severity',
    text: 'Changes of the configuration by anybody sound worse than medium to me.',
    assigned: ['reviewer', 14],
  },
  {
    by: 'reviewer',
    rule: 27,
    text: 'The update interval should come from the policy of the site.',
    assigned: ['author', 5],
  },
  {
    by: 'viewer',
    rule: null,
    text: 'Is the document meant for appliances only, or for the container as well?',
  },
]

/** Two clusters of similar comments on several requirements. */
export const NEAR_IDENTICAL: DemoComment[] = [
  ...([2, 6, 9, 11] as const).map((rule, index): DemoComment => ({
    by: index % 2 === 0 ? 'viewer' : 'vendor',
    rule,
    section: 'check_content',
    text: `The check names the web console only. Please add the steps for the command line interface as well${['.', '!', ', please.', '. Thank you.'][index]}`,
  })),
  ...([3, 8, 16] as const).map((rule, index): DemoComment => ({
    by: index === 1 ? 'reviewer' : 'vendor',
    rule,
    section: 'fixtext',
    text: `A restart of the gateway is needed after this change${index === 0 ? '' : ','} and the fix should say so${['.', ' first.', ' at its end.'][index]}`,
  })),
]

/** The author's edits: the position of the requirement and its new content. */
export const EDITS = [
  { rule: 0, status: 'Applicable - Configurable', fixtext: 'Set "sessions.per_account" to 3 or less.' },
  { rule: 1, status: 'Applicable - Configurable', fixtext: 'Set "listener.tls.minimum" to "1.2".' },
  { rule: 4, status: 'Applicable - Inherently Meets', artifact_description: 'Vendor guide, chapter 4.' },
  { rule: 7, status: 'Applicable - Configurable', fixtext: 'Set "audit.events" to the list of the site.' },
  {
    rule: 12,
    status: 'Applicable - Does Not Meet',
    status_justification: 'The product cannot protect its records from its own administrator.',
  },
  {
    rule: 22,
    status: 'Not Applicable',
    status_justification: 'The gateway has no user interface in this edition.',
  },
] as const
