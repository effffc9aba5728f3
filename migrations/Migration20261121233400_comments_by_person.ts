import { Migration } from '@mikro-orm/migrations'

const TOP_LEVEL = `action = 'comment' and responding_to_review_id is null`
const TALLIED = `"triage_status", "adjudicated_at", "rule_id", "component_id"`

/** A project's comments of one author or assignee are found and counted without reading those of the others. */
export class Migration20261121233400_comments_by_person extends Migration {
  override name = 'Migration20261121233400_comments_by_person'

  override up(): void {
    this.addSql(
      `create index "reviews_author_page" on "reviews" ("user_id", "project_id", "created_at" desc, "id" desc) include (${TALLIED}) where ${TOP_LEVEL}`,
    )
    this.addSql('drop index "reviews_assignee_id"')
    this.addSql(
      `create index "reviews_assignee_id" on "reviews" ("assignee_id", "project_id", "created_at" desc, "id" desc) include (${TALLIED}, "action", "responding_to_review_id") where assignee_id is not null`,
    )
  }

  override down(): void {
    this.addSql('drop index "reviews_assignee_id"')
    this.addSql('create index "reviews_assignee_id" on "reviews" ("assignee_id")')
    this.addSql('drop index "reviews_author_page"')
  }
}
