import { Migration } from '@mikro-orm/migrations'

const NAME = 'reviews_component_replies'

/** Made without holding up who writes comments. */
export class Migration20261124100211_replies_of_components extends Migration {
  override name = 'Migration20261124100211_replies_of_components'

  override isTransactional(): boolean {
    return false
  }

  override up(): void {
    // What was broken off before left an index that nothing reads.
    this.addSql(`drop index concurrently if exists "${NAME}"`)
    this.addSql(
      `create index concurrently "${NAME}" on "reviews" ("component_id", "rule_id") where responding_to_review_id is not null`,
    )
  }

  override down(): void {
    this.addSql(`drop index concurrently if exists "${NAME}"`)
  }
}
