import { Migration } from '@mikro-orm/migrations'

/** Each transaction leaves its own marks: writers neither wait for each other nor for who reads the marks. */
const WRITER = 'pg_current_xact_id()::text::bigint'

/**
 * The words that the search reads are computed off the path of their writers: triggers mark in `stale_words` what has
 * changed, src/search brings it up to date.
 */
export class Migration20261122110600_search_words extends Migration {
  override name = 'Migration20261122110600_search_words'

  override up(): void {
    // A text with more words than a tsvector can hold is found by its beginning.
    this.addSql(`create function search_vector(title text, texts text) returns tsvector
      language plpgsql immutable as $$
      begin
        return setweight(to_tsvector('english', coalesce(title, '')), 'A') || to_tsvector('english', coalesce(texts, ''));
      exception when program_limit_exceeded then
        return setweight(to_tsvector('english', coalesce(left(title, 10000), '')), 'A')
          || to_tsvector('english', coalesce(left(texts, 90000), ''));
      end $$`)
    // Argument: the kind of the record itself; none for a part of a requirement.
    this.addSql(`create function mark_stale_words() returns trigger language plpgsql as $$
      begin
        if tg_nargs = 1 then
          insert into stale_words (kind, record_id, writer) values (tg_argv[0], new.id, ${WRITER}) on conflict do nothing;
        else
          insert into stale_words (kind, record_id, writer) values ('rule', old.rule_id, ${WRITER}) on conflict do nothing;
        end if;
        return null;
      end $$`)
    this.addSql(`create function mark_stale_words_of_many() returns trigger language plpgsql as $$
      begin
        if tg_table_name = 'rules' then
          insert into stale_words (kind, record_id, writer) select 'rule', a.id, ${WRITER} from changed a
            on conflict do nothing;
        else
          insert into stale_words (kind, record_id, writer) select 'rule', a.rule_id, ${WRITER} from changed a
            on conflict do nothing;
        end if;
        return null;
      end $$`)
  }

  override down(): void {
    this.addSql('drop function mark_stale_words_of_many')
    this.addSql('drop function mark_stale_words')
    this.addSql('drop function search_vector')
  }
}
