import type { Selectable } from 'kysely'
import { expectTypeOf, test } from 'vitest'
import type { Review, Rule } from '../../entities/index.ts'
import type { Db } from '../../src/database/database.ts'
import type { RuleStatus, SectionName, TriageStatus } from '../../src/vocabulary.ts'

test('the types of rows match the values of PostgreSQL', () => {
  type ReviewRow = Selectable<Db['reviews']>
  expectTypeOf<ReviewRow['created_at']>().toEqualTypeOf<string>()
  expectTypeOf<ReviewRow['adjudicated_at']>().toEqualTypeOf<string | null>()
  expectTypeOf<ReviewRow['triage_status']>().toEqualTypeOf<TriageStatus | null>()
  expectTypeOf<ReviewRow['rule_id']>().toEqualTypeOf<number | null>()
  expectTypeOf<Selectable<Db['rule_checks']>['rule_id']>().toEqualTypeOf<number>()
  expectTypeOf<Selectable<Db['domain_events']>['id']>().toEqualTypeOf<number>()
  expectTypeOf<Selectable<Db['rules']>['status']>().toEqualTypeOf<RuleStatus>()
  expectTypeOf<keyof Db['rules']>().exclude<'checks'>().toEqualTypeOf<keyof Db['rules']>()
})

test('entities refer to other aggregates by their ids', () => {
  expectTypeOf<Review['componentId']>().toEqualTypeOf<number>()
  expectTypeOf<Rule['componentId']>().toEqualTypeOf<number>()
  expectTypeOf<NonNullable<Rule['reviewRequestorId']>>().toEqualTypeOf<number>()
  expectTypeOf<Rule['sectionVersions']>().toExtend<Partial<Record<SectionName, number>>>()
})
