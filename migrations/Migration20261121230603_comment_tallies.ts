import { Migration } from '@mikro-orm/migrations'

const TOP_LEVEL = `action = 'comment' and responding_to_review_id is null`
const STATUSES = `'pending', 'concur', 'concur_with_comment', 'non_concur', 'duplicate', 'informational', 'needs_clarification', 'withdrawn', 'addressed_by'`
const COLUMNS = 'project_id, component_id, on_rule, triage_status, closed, count'

/** The lines of these reviews, one for each place and status; `sign` says whether they came or went. */
function lines(table: string, sign: 1 | -1): string {
  return `select project_id, component_id, rule_id is not null as on_rule, triage_status,
    adjudicated_at is not null as closed, ${sign} * count(*) as count
    from ${table} where ${TOP_LEVEL} group by 1, 2, 3, 4, 5`
}

/** Counts of comments are kept with every change, instead of counted anew by every list and summary. */
export class Migration20261121230603_comment_tallies extends Migration {
  override name = 'Migration20261121230603_comment_tallies'

  override up(): void {
    this.addSql(
      `create table "comment_tallies" ("id" bigserial primary key, "project_id" int not null, "component_id" int not null, "on_rule" boolean not null, "triage_status" text null, "closed" boolean not null, "count" int not null, "merged" boolean not null default false);`,
    )
    this.addSql(
      `alter table "comment_tallies" add constraint "comment_tallies_triage_status_check" check ("triage_status" in (${STATUSES}));`,
    )
    for (const place of ['project_id', 'component_id'])
      this.addSql(`create index "comment_tallies_${place}" on "comment_tallies" ("${place}");`)
    this.addSql(
      `create index "comment_tallies_fresh" on "comment_tallies" ("component_id") where not merged;`,
    )
    this.addSql(`create function tally_comments() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into comment_tallies (${COLUMNS}) ${lines('added', 1)};
        elsif tg_op = 'DELETE' then
          insert into comment_tallies (${COLUMNS}) ${lines('gone', -1)};
        else
          insert into comment_tallies (${COLUMNS})
            select project_id, component_id, on_rule, triage_status, closed, sum(count)
            from (${lines('added', 1)} union all ${lines('gone', -1)}) changes
            group by 1, 2, 3, 4, 5 having sum(count) <> 0;
        end if;
        return null;
      end $$`)
    // Triggers first: creating them waits for writers and holds new ones off, so that nothing is missed or counted twice.
    const tables = {
      insert: 'new table as added',
      update: 'old table as gone new table as added',
      delete: 'old table as gone',
    }
    for (const [event, seen] of Object.entries(tables))
      this.addSql(`create trigger reviews_tallied_${event} after ${event} on reviews
        referencing ${seen} for each statement execute function tally_comments()`)
    this.addSql(`insert into comment_tallies (${COLUMNS}, merged)
      select project_id, component_id, on_rule, triage_status, closed, count, true from (${lines('reviews', 1)}) l`)
    this.addSql('drop index "reviews_component_tally"')
    this.addSql('drop index "reviews_project_tally"')
    this.addSql('drop index "rules_tombstones"')
    this.addSql(
      'create index "rules_tombstones" on "rules" ("component_id", "id") where deleted_at is not null',
    )
  }

  override down(): void {
    for (const event of ['insert', 'update', 'delete'])
      this.addSql(`drop trigger reviews_tallied_${event} on reviews`)
    this.addSql('drop function tally_comments')
    this.addSql('drop table "comment_tallies"')
    for (const place of ['component', 'project'])
      this.addSql(
        `create index "reviews_${place}_tally" on "reviews" ("${place}_id", "triage_status", "adjudicated_at", "rule_id") where ${TOP_LEVEL}`,
      )
    this.addSql('drop index "rules_tombstones"')
    this.addSql('create index "rules_tombstones" on "rules" ("id") where deleted_at is not null')
  }
}
