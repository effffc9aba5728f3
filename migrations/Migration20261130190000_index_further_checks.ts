import { Migration } from '@mikro-orm/migrations'

/**
 * Queues the guides whose rules have several checks, so that the search finds all of them. It reads the rules once and
 * adds a row for each of these guides; the indexer does the rest in the background.
 */
export class Migration20261130190000_index_further_checks extends Migration {
  override name = 'Migration20261130190000_index_further_checks'

  override up(): void {
    for (const kind of ['srg', 'stig']) {
      this.addSql(`insert into "search_reindex_queue" ("kind", "record_id", "transaction_id")
        select distinct '${kind}', "${kind}_id", pg_current_xact_id()::text::bigint from "${kind}_rules"
        where "further_checks" is not null and "${kind}_id" is not null on conflict do nothing`)
    }
  }

  /** The previous version reads the entries as they are. */
  override down(): void {
    // Nothing to revert.
  }
}
