import { Migration } from '@mikro-orm/migrations'

const COLUMNS = 'project_id, component_id, on_rule, triage_status, closed, count'

/** The lines of these reviews, one for each place and status; `sign` says whether they came or went. */
function lines(table: string, sign: 1 | -1): string {
  return `select project_id, component_id, rule_id is not null as on_rule, triage_status,
    adjudicated_at is not null as closed, ${sign} * count(*) as count
    from ${table} where action = 'comment' and responding_to_review_id is null group by 1, 2, 3, 4, 5`
}

/**
 * Every statement that touches top-level comments appends to `comment_tallies` what it added and took away. A change
 * that moves no count appends a line of 0, so that the ids of a place's lines tell its revision.
 */
export class Migration20261122110500_comment_counts extends Migration {
  override name = 'Migration20261122110500_comment_counts'

  override up(): void {
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
          group by 1, 2, 3, 4, 5 ;
      end if;
      return null;
    end $$`)
  }

  override down(): void {
    this.addSql('drop function tally_comments')
  }
}
