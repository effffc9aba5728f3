import { Migration } from '@mikro-orm/migrations'

/**
 * Signatures have more bands of more rows, which unrelated comments of one trade rarely share; the background task signs
 * all comments anew. Their index keeps no pending list, which each of many look-ups would read from end to end.
 */
export class Migration20261122005500_longer_signatures extends Migration {
  override name = 'Migration20261122005500_longer_signatures'

  override up(): void {
    this.addSql('truncate comment_signatures')
    this.addSql('alter index "comment_signatures_bands" set (fastupdate = off)')
  }

  override down(): void {
    this.addSql('truncate comment_signatures')
    this.addSql('alter index "comment_signatures_bands" reset (fastupdate)')
  }
}
