import { Migration } from '@mikro-orm/migrations'

const COUNTS = {
  total: 'true',
  locked: 'locked',
  under_review: 'review_requestor_id is not null',
  high: `rule_severity = 'high'`,
  medium: `rule_severity = 'medium'`,
  low: `rule_severity = 'low'`,
  not_yet_determined: `status = 'Not Yet Determined'`,
  applicable_configurable: `status = 'Applicable - Configurable'`,
  applicable_inherently_meets: `status = 'Applicable - Inherently Meets'`,
  applicable_does_not_meet: `status = 'Applicable - Does Not Meet'`,
  not_applicable: `status = 'Not Applicable'`,
  applicable: `status = 'Applicable'`,
}
const COLUMNS = Object.keys(COUNTS).join(', ')
const SUMS = Object.entries(COUNTS)
  .map(([column, counted]) => `coalesce(sum(sign) filter (where ${counted}), 0)::integer as ${column}`)
  .join(', ')
const NOTHING = Object.keys(COUNTS)
  .map(() => '0')
  .join(', ')
const EVENTS = {
  insert: 'new table as added',
  update: 'old table as gone new table as added',
  delete: 'old table as gone',
}

/** The live requirements among these, to be counted or to be taken off. */
const live = (table: 'added' | 'gone', sign: 1 | -1) =>
  `select component_id, locked, review_requestor_id, rule_severity, status, ${sign} as sign
    from ${table} where deleted_at is null`

/** A line for each component where a count changed; most edits change none. */
const lines = (changes: string) => `insert into rule_tallies (component_id, ${COLUMNS})
    select component_id, ${COLUMNS} from (select component_id, ${SUMS} from (${changes}) c group by component_id) s
    where (${COLUMNS}) <> (${NOTHING})`

/**
 * Every statement that changes how many live requirements a component has of a kind appends what changed. The line that
 * these are added to is made by the background work; until then requirements are counted one by one.
 */
export class Migration20261124113634_rule_tallies extends Migration {
  override name = 'Migration20261124113634_rule_tallies'

  override up(): void {
    this.addSql(
      `create table "rule_tallies" ("id" bigserial primary key, "component_id" int not null, "base" boolean not null default false, ${Object.keys(
        COUNTS,
      )
        .map((column) => `"${column}" int not null`)
        .join(', ')})`,
    )
    this.addSql(`create index "rule_tallies_component_id" on "rule_tallies" ("component_id")`)
    this.addSql(`create index "rule_tallies_fresh" on "rule_tallies" ("component_id") where not base`)
    this.addSql(`create unique index "rule_tallies_base" on "rule_tallies" ("component_id") where base`)
    this.addSql(`create function tally_rules() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          ${lines(live('added', 1))};
        elsif tg_op = 'DELETE' then
          ${lines(live('gone', -1))};
        else
          ${lines(`${live('added', 1)} union all ${live('gone', -1)}`)};
        end if;
        return null;
      end $$`)
    for (const [event, rows] of Object.entries(EVENTS)) {
      this.addSql(
        `create trigger "rules_tallied_${event}" after ${event} on "rules" referencing ${rows} for each statement execute function tally_rules()`,
      )
    }
  }

  override down(): void {
    for (const event of Object.keys(EVENTS))
      this.addSql(`drop trigger if exists "rules_tallied_${event}" on "rules"`)
    this.addSql('drop function tally_rules')
    this.addSql(`drop table if exists "rule_tallies" cascade`)
  }
}
