import { randomBytes } from 'node:crypto'
import type { RequiredEntityData } from '@mikro-orm/core'
import { ComponentSource } from '../../entities/component-source.ts'
import { Component, Srg } from '../../entities/component.ts'
import { Membership } from '../../entities/membership.ts'
import { Project } from '../../entities/project.ts'
import { Review } from '../../entities/review.ts'
import { DisaDescription, Rule, RuleCheck } from '../../entities/rule.ts'
import { SrgRule } from '../../entities/srg-rule.ts'
import { User } from '../../entities/user.ts'
import type { Database, Em } from '../../src/database/database.ts'
import type { Role } from '../../src/vocabulary.ts'
import { storeBatched } from './batch.ts'

type FactoryValues<T> = Partial<RequiredEntityData<T>>

/** A random first number, so that names rarely collide with those of another process. */
let last = randomBytes(4).readUInt32BE()

/** A text that no other record has. */
export function unique(prefix: string): string {
  // An odd step visits each 32-bit number once.
  last = (last + 0x9e3779b1) >>> 0
  return `${prefix}-${last.toString(16).padStart(8, '0')}`
}

/** An email address that no other account has. */
export const createEmail = (): string => `${unique('someone')}@example.org`

/** Creates and stores valid records; each call creates new ones. */
export class Factories {
  declare database: Database

  /** Stores what `make` creates, batched with other concurrent calls. */
  stored<T>(make: (em: Em) => T): Promise<T> {
    return storeBatched(this.database, make)
  }

  createUser(values: FactoryValues<User> = {}): Promise<User> {
    const name = unique('Person')
    return this.stored((em) =>
      em.create(User, {
        name,
        email: `${name.toLowerCase()}@example.org`,
        confirmedAt: new Date(),
        emailVerifiedAt: values.confirmedAt === null ? null : new Date(),
        ...values,
      }),
    )
  }

  createSystemAdmin(): Promise<User> {
    return this.createUser({ admin: true })
  }

  createProject(values: FactoryValues<Project> = {}): Promise<Project> {
    return this.stored((em) => em.create(Project, { name: unique('Project'), ...values }))
  }

  /** Creates a user with this role on a project or on only a component. */
  async createMember(target: Project | Component, role: Role): Promise<User> {
    const user = await this.createUser()
    await this.join(user, target, role)
    return user
  }

  join(user: User, target: Project | Component, role: Role): Promise<Membership> {
    const location =
      target instanceof Project
        ? { membershipType: 'Project' as const, projectId: target.id }
        : { membershipType: 'Component' as const, componentId: target.id }
    return this.stored((em) => em.create(Membership, { userId: user.id, role, ...location }))
  }

  /** A catalog SRG with this many rules; the first carries CCI-000366. */
  async createSrg(values: FactoryValues<Srg> & { rules?: number } = {}): Promise<Srg> {
    const { rules = 3, ...fields } = values
    const id = unique('Made_SRG').replace('-', '_')
    const srg = await this.stored((em) =>
      em.create(Srg, {
        srgId: id,
        name: id,
        title: `${id} Security Requirements Guide`,
        version: 'V1R1',
        versionMajor: 1,
        versionMinor: 1,
        ...fields,
      }),
    )
    await this.stored((em) => {
      for (let number = 1; number <= rules; number += 1) {
        em.create(SrgRule, {
          srgId: srg.id,
          ruleId: `SV-${srg.id}${String(number).padStart(3, '0')}r1_rule`,
          version: `SRG-APP-${String(number).padStart(6, '0')}`,
          title: `Catalog requirement ${number}`,
          ruleWeight: '10.0',
          ident: number === 1 ? 'CCI-000366' : 'CCI-000015',
          identSystem: 'http://cyber.mil/cci',
          fixtext: 'Configure it.',
          vulnDiscussion: 'Why it matters.',
          checkContent: 'Look whether it is configured.',
        })
      }
    })
    return srg
  }

  /** An empty STIG component, by default on its own SRG; rules come from `createRule`. */
  async createComponent(project: Project, values: FactoryValues<Component> = {}): Promise<Component> {
    const srgId = Number(values.securityRequirementsGuideId ?? (await this.createSrg()).id)
    const component = await this.stored((em) =>
      em.create(Component, {
        projectId: project.id,
        name: unique('Component'),
        prefix: 'ABCD-01',
        title: 'A component',
        ...values,
        securityRequirementsGuideId: srgId,
      }),
    )
    await this.stored((em) => em.create(ComponentSource, { componentId: component.id, srgId }))
    return component
  }

  /** The next requirement of a component, with one check and one DISA description. */
  async createRule(component: Component, values: FactoryValues<Rule> = {}): Promise<Rule> {
    const [rule] = await this.rules(component, 1, values)
    if (!rule) throw new Error('no requirement was made')
    return rule
  }

  /** The next requirements of a component, in this number. */
  async rules(component: Component, count: number, values: FactoryValues<Rule> = {}): Promise<Rule[]> {
    const { known, srgRuleId, version } = await createNumbering(this.database, component)
    const stig = (component.documentType ?? 'stig') === 'stig'
    const first = Number(known ?? 0) + 1
    const numbers = Array.from({ length: count }, (_, index) => first + index)
    const rules = numbers.map((number) =>
      this.stored((em) => {
        const rule = em.create(Rule, {
          componentId: component.id,
          documentType: stig ? 'stig' : 'srg',
          ruleId: String(number).padStart(6, '0'),
          version,
          title: `Requirement ${number}`,
          fixtext: 'Configure it.',
          ruleSeverity: 'medium',
          srgRuleId: stig ? srgRuleId : null,
          ...values,
        })
        em.create(RuleCheck, { rule, content: 'Look at it.' })
        em.create(DisaDescription, { rule, vulnDiscussion: 'Why it matters.' })
        return rule
      }),
    )
    const stored = await Promise.all(rules)
    await this.database.queries
      .updateTable('components')
      .set({ next_rule_number: first + count })
      .where('id', '=', component.id)
      .execute()
    return stored
  }

  /** A pending comment on a requirement, or on a component itself. */
  async createReview(
    target: Rule | Component,
    user: User,
    values: FactoryValues<Review> = {},
  ): Promise<Review> {
    const componentId = target instanceof Component ? target.id : target.componentId
    const projectId =
      target instanceof Component ? target.projectId : await readProjectId(this.database, componentId)
    return this.stored((em) =>
      em.create(Review, {
        projectId,
        componentId,
        ruleId: target instanceof Rule ? target.id : null,
        commentableType: target instanceof Rule ? 'BaseRule' : 'Component',
        userId: user.id,
        action: 'comment',
        comment: 'This needs a look.',
        triageStatus: values.respondingToReviewId ? null : 'pending',
        ...values,
      }),
    )
  }
}

/** The number of a component's requirements, and the rules of its SRG. */
function createNumbering({ queries }: Database, { id, securityRequirementsGuideId }: Component) {
  return queries
    .selectFrom('srg_rules as s')
    .select((eb) => [
      's.id as srgRuleId',
      's.version',
      eb
        .selectFrom('rules as r')
        .select((rules) => rules.fn.countAll<number>().as('count'))
        .where('r.component_id', '=', id)
        .$asScalar()
        .as('known'),
    ])
    .where('s.srg_id', '=', securityRequirementsGuideId)
    .orderBy('s.id')
    .limit(1)
    .executeTakeFirstOrThrow()
}

/** The project of each component, cached because it never changes in these tests. */
const projects = new WeakMap<Database, Map<number, number>>()

async function readProjectId(database: Database, componentId: number): Promise<number> {
  const known = projects.get(database) ?? new Map<number, number>()
  projects.set(database, known)
  const cached = known.get(componentId)
  if (cached !== undefined) return cached
  const { project_id: projectId } = await database.queries
    .selectFrom('components')
    .select('project_id')
    .where('id', '=', componentId)
    .executeTakeFirstOrThrow()
  known.set(componentId, projectId)
  return projectId
}
