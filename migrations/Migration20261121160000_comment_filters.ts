import { Migration } from '@mikro-orm/migrations'

const TOP_LEVEL = `action = 'comment' and responding_to_review_id is null`
const FILTERED = `"triage_status", "section", "user_id", "assignee_id", "due_on", "adjudicated_at", "rule_id"`

/** Lists are counted from their index alone, and a text search reads only its own project or component. */
export class Migration20261121160000_comment_filters extends Migration {
  override name = 'Migration20261121160000_comment_filters'

  override up(): void {
    this.addSql('create extension if not exists btree_gin')
    this.addSql('drop index "reviews_comment_trigram"')
    this.addSql(
      'create index "reviews_comment_trigram" on "reviews" using gin (project_id, component_id, comment gin_trgm_ops)',
    )
    for (const place of ['project', 'component']) {
      this.addSql(`drop index "reviews_${place}_page"`)
      this.addSql(
        `create index "reviews_${place}_page" on "reviews" ("${place}_id", "created_at" desc, "id" desc) include (${FILTERED}) where ${TOP_LEVEL}`,
      )
    }
  }

  override down(): void {
    for (const place of ['project', 'component']) {
      this.addSql(`drop index "reviews_${place}_page"`)
      this.addSql(
        `create index "reviews_${place}_page" on "reviews" ("${place}_id", "created_at" desc, "id" desc) where ${TOP_LEVEL}`,
      )
    }
    this.addSql('drop index "reviews_comment_trigram"')
    this.addSql('create index "reviews_comment_trigram" on "reviews" using gin (comment gin_trgm_ops)')
    this.addSql('drop extension btree_gin')
  }
}
