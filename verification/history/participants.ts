import type { User } from '../../entities/user.ts'
import { unique } from '../../test/support/factories.ts'
import type { Rest } from '../../test/support/rest.ts'
import type { World as Service } from '../../test/support/world.ts'
import type { Comment, Person, Requirement, Role, ComponentState } from './component-state.ts'

/** A user with a session. */
export interface Actor extends Person {
  rest: Rest
  user: User
}

/** The project of a run and the users who act on every component. */
export interface Participants {
  project: Awaited<ReturnType<Service['createProject']>>
  srg: number
  /** The authors of the comments. */
  commenters: Actor[]
  actors: Actor[]
}

/** A component and its state at the start. */
export interface HistoryWorld {
  componentId: number
  start: ComponentState
}

const ROLES: Role[] = ['author', 'author', 'reviewer', 'admin', 'admin', 'viewer', 'viewer']

/** Creates a project with seven users in four roles; the viewers are the commenters. */
export async function createParticipants(service: Service): Promise<Participants> {
  const project = await service.createProject()
  const actors = await Promise.all(
    ROLES.map(async (role): Promise<Actor> => {
      const user = await service.createMember(project, role)
      return { id: user.id, role, user, rest: await service.rest(user) }
    }),
  )
  const srg = await service.createSrg()
  return { project, srg: srg.id, actors, commenters: actors.filter(({ role }) => role === 'viewer') }
}

const RULES = 4
const COMMENTS = 8

/** Creates a component with requirements and pending comments, all but one by the same commenter. */
export async function createHistoryWorld(
  service: Service,
  { project, srg, commenters }: Participants,
): Promise<HistoryWorld> {
  const component = await service.createComponent(project, { securityRequirementsGuideId: srg })
  const made = await service.rules(component, RULES, { status: 'Applicable - Configurable' })
  const rules = made.map((rule): Requirement => {
    const { id, lockVersion, title } = rule
    const fixtext = rule.fixtext ?? null
    const untouched = { locked: false, sections: [], requestor: null, changes: false, entries: 0 }
    return { id, version: lockVersion, title: title ?? '', fixtext, ...untouched }
  })
  const comments = await Promise.all(
    Array.from({ length: COMMENTS }, async (_, index): Promise<Comment> => {
      const rule = made[index % made.length]
      const author = commenters[index === 0 ? 0 : 1]
      if (!rule || !author) throw new Error('the scene needs users and requirements')
      const text = unique('Said')
      const { id, lockVersion } = await service.createReview(rule, author.user, { comment: text })
      const undecided = { setBy: null, setAt: null, closedBy: null, closedAt: null, canonical: null }
      const fresh = { status: 'pending', addressed: null, marks: 0, replies: 0, last: null }
      const identity = { id, rule: rule.id, author: author.id, version: lockVersion, text, entries: 0 }
      return { ...identity, ...fresh, ...undecided }
    }),
  )
  return {
    componentId: component.id,
    start: {
      version: component.lockVersion,
      phase: 'open',
      released: false,
      comments: new Map(comments.map((comment) => [comment.id, comment])),
      rules: new Map(rules.map((rule) => [rule.id, rule])),
      eventCount: 0,
    },
  }
}
