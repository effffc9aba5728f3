import { Migration } from '@mikro-orm/migrations'

/** Trusted extensions that indexes of the baseline need: parts of words (trigrams), and numbers in front of them. */
export class Migration20261122110000_extensions extends Migration {
  override name = 'Migration20261122110000_extensions'

  override up(): void {
    this.addSql('create extension if not exists pg_trgm')
    this.addSql('create extension if not exists btree_gin')
  }

  override down(): void {
    this.addSql('drop extension if exists btree_gin')
    this.addSql('drop extension if exists pg_trgm')
  }
}
