import { Migration } from '@mikro-orm/migrations'

const COLUMNS = 'project_id, component_id, on_rule, rule_id, triage_status, closed, count'
const TALLIED = 'project_id, component_id, on_rule, triage_status, closed, count'

/** The lines of these reviews, one for each place and status; `sign` says whether they came or went. */
function lines(table: string, sign: 1 | -1, ofWhat: string): string {
  return `select project_id, component_id, rule_id is not null as on_rule, ${ofWhat}triage_status,
    adjudicated_at is not null as closed, ${sign} * count(*) as count
    from ${table} where action = 'comment' and responding_to_review_id is null
    group by project_id, component_id, ${ofWhat === '' ? 'rule_id is not null' : 'rule_id'}, triage_status,
      adjudicated_at is not null`
}

/** The same function with another grain: a line for each requirement, or only for whether it is about one. */
function tallying(columns: string, ofWhat: string): string {
  return `create or replace function tally_comments() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into comment_tallies (${columns}) ${lines('added', 1, ofWhat)};
      elsif tg_op = 'DELETE' then
        insert into comment_tallies (${columns}) ${lines('gone', -1, ofWhat)};
      else
        insert into comment_tallies (${columns})
          select project_id, component_id, on_rule, ${ofWhat}triage_status, closed, sum(count)
          from (${lines('added', 1, ofWhat)} union all ${lines('gone', -1, ofWhat)}) changes
          group by project_id, component_id, on_rule, ${ofWhat}triage_status, closed;
      end if;
      return null;
    end $$`
}

/**
 * Every line says which requirement it is of. What is kept of a deleted requirement and its lines that nobody has
 * added up yet make its counts: whoever takes lines away adds them to what is kept, under the lock under which
 * something begins to be kept. Of one that is deleted no more nothing is kept.
 */
export class Migration20261123194301_buried_tallies extends Migration {
  override name = 'Migration20261123194301_buried_tallies'

  override up(): void {
    this.addSql(
      `create table "buried_tallies" ("id" bigserial primary key, "project_id" int not null, "component_id" int not null, "rule_id" int not null, "triage_status" text null, "closed" boolean not null, "count" int not null)`,
    )
    this.addSql(`create index "buried_tallies_rule_id" on "buried_tallies" ("rule_id")`)
    this.addSql(
      `alter table "buried_tallies" add constraint "buried_tallies_triage_status_check" check ("triage_status" in ('pending', 'concur', 'concur_with_comment', 'non_concur', 'duplicate', 'informational', 'needs_clarification', 'withdrawn', 'addressed_by'))`,
    )
    this.addSql(`create function tallies_being_buried() returns void language sql as $$
      select pg_advisory_xact_lock(7290114055) $$`)
    this.addSql(`create function fold_tallies() returns trigger language plpgsql as $$
      begin
        if exists (select from gone where rule_id is not null) then
          perform tallies_being_buried();
          delete from buried_tallies where rule_id in (select rule_id from gone)
            and not exists (select from rules r where r.id = buried_tallies.rule_id and r.deleted_at is not null);
          insert into buried_tallies (project_id, component_id, rule_id, triage_status, closed, count)
            select project_id, component_id, rule_id, triage_status, closed, sum(count) from gone
            where rule_id in (select rule_id from buried_tallies)
            group by project_id, component_id, rule_id, triage_status, closed having sum(count) <> 0;
        end if;
        return null;
      end $$`)
    this.addSql(`alter table "comment_tallies" add "rule_id" int null`)
    this.addSql(
      `create trigger "comment_tallies_folded" after delete on "comment_tallies" referencing old table as gone for each statement execute function fold_tallies()`,
    )
    this.addSql(tallying(COLUMNS, 'rule_id, '))
  }

  override down(): void {
    this.addSql(tallying(TALLIED, ''))
    this.addSql(`drop trigger if exists "comment_tallies_folded" on "comment_tallies"`)
    this.addSql('drop function fold_tallies')
    this.addSql('drop function tallies_being_buried')
    this.addSql(`alter table "comment_tallies" drop column "rule_id"`)
    this.addSql(`drop table if exists "buried_tallies" cascade`)
  }
}
