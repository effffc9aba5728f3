import { Migration } from '@mikro-orm/migrations'

/** Status counts and summaries are read from these indexes alone; deleted requirements are few. */
export class Migration20261121143216_tallies extends Migration {
  override name = 'Migration20261121143216_tallies'

  override up(): void | Promise<void> {
    this.addSql(`create index "rules_tombstones" on "rules" ("id") where deleted_at is not null;`)

    this.addSql(
      `create index "reviews_project_tally" on "reviews" ("project_id", "triage_status", "adjudicated_at", "rule_id") where action = 'comment' and responding_to_review_id is null;`,
    )
    this.addSql(
      `create index "reviews_component_tally" on "reviews" ("component_id", "triage_status", "adjudicated_at", "rule_id") where action = 'comment' and responding_to_review_id is null;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "reviews_project_tally";`)
    this.addSql(`drop index "reviews_component_tally";`)

    this.addSql(`drop index "rules_tombstones";`)
  }
}
