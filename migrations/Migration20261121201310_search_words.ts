import { Migration } from '@mikro-orm/migrations'

/** Parts of requirements whose text is searched, and the columns that hold it. */
const PARTS = { rule_checks: 'content', disa_descriptions: 'vuln_discussion, mitigations' }
const RULE_TEXTS =
  'title, fixtext, vendor_comments, status_justification, artifact_description, ident, version'
/** Each transaction leaves its own marks: writers neither wait for each other nor for who reads the marks. */
const WRITER = 'pg_current_xact_id()::text::bigint'

/**
 * The words that the search needs are stored beside requirements and catalog rules, off the path of their writers:
 * triggers mark what is stale, src/search brings it up to date.
 */
export class Migration20261121201310_search_words extends Migration {
  override name = 'Migration20261121201310_search_words'

  override up(): void {
    this.createTables()
    this.createMarking()
    for (const kind of ['rule', 'srg', 'stig'])
      this.addSql(`insert into stale_words (kind, record_id, writer) select '${kind}', id, 0 from ${kind}s`)
    for (const index of ['rules_words', 'rule_checks_words', 'disa_descriptions_words'])
      this.addSql(`drop index "${index}"`)
    this.addSql('drop index "srg_rules_check_content_trigram"')
    this.addSql('drop index "stig_rules_check_content_trigram"')
    // Compressing costs the importer more time than the space is worth that it saves, once per guide.
    for (const kind of ['srg', 'stig']) {
      this.addSql(`alter table "${kind}_documents" alter column "xml" set storage external`)
      this.addSql(`alter table "${kind}_rules" set (toast_tuple_target = 8160)`)
    }
  }

  createTables(): void {
    this.addSql(
      `create table "stale_words" ("kind" text not null, "record_id" int not null, "writer" bigint not null, primary key ("kind", "record_id", "writer"))`,
    )
    this.addSql(
      `alter table "stale_words" add constraint "stale_words_kind_check" check ("kind" in ('rule', 'srg', 'stig'))`,
    )
    for (const rule of ['rule', 'srg_rule', 'stig_rule']) {
      const checks = rule !== 'rule'
      this.addSql(`create table "${rule}_words" ("${rule}_id" int not null, "words" tsvector not null,
        "identifiers" text not null${checks ? ', "check_text" text not null' : ''}, primary key ("${rule}_id"))`)
      this.addSql(
        `create index "${rule}_words_search" on "${rule}_words" using gin ("words", "identifiers" gin_trgm_ops${checks ? ', "check_text" gin_trgm_ops' : ''})`,
      )
      if (checks)
        this.addSql(`alter table "${rule}_words" add constraint "${rule}_words_${rule}_id_foreign"
          foreign key ("${rule}_id") references "${rule}s" ("id") on update cascade on delete cascade`)
    }
  }

  createMarking(): void {
    // A text with more words than a tsvector can hold is found by its beginning.
    this.addSql(`create function search_vector(title text, texts text) returns tsvector
      language plpgsql immutable as $$
      begin
        return setweight(to_tsvector('english', coalesce(title, '')), 'A') || to_tsvector('english', coalesce(texts, ''));
      exception when program_limit_exceeded then
        return setweight(to_tsvector('english', coalesce(left(title, 10000), '')), 'A')
          || to_tsvector('english', coalesce(left(texts, 90000), ''));
      end $$`)
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
    for (const [table, columns] of Object.entries({ rules: RULE_TEXTS, ...PARTS })) {
      const texts = columns.split(', ')
      const row = (alias: string) => texts.map((name) => `${alias}.${name}`).join(', ')
      this.addSql(`create trigger ${table}_words_inserted after insert on ${table}
        referencing new table as changed for each statement execute function mark_stale_words_of_many()`)
      this.addSql(`create trigger ${table}_words_updated after update of ${columns} on ${table}
        for each row when ((${row('old')}) is distinct from (${row('new')}))
        execute function mark_stale_words(${table === 'rules' ? "'rule'" : ''})`)
    }
    this.addSql(`create trigger rules_words_deleted after delete on rules
      referencing old table as changed for each statement execute function mark_stale_words_of_many()`)
    // Parts that go with their requirement need no mark of their own.
    for (const table of Object.keys(PARTS))
      this.addSql(`create trigger ${table}_words_deleted after delete on ${table}
        for each row when (pg_trigger_depth() = 0) execute function mark_stale_words()`)
    for (const kind of ['srg', 'stig'])
      this.addSql(`create trigger ${kind}s_words_inserted after insert on ${kind}s
        for each row execute function mark_stale_words('${kind}')`)
  }

  override down(): void {
    for (const kind of ['srg', 'stig']) {
      this.addSql(`alter table "${kind}_rules" reset (toast_tuple_target)`)
      this.addSql(`alter table "${kind}_documents" alter column "xml" set storage extended`)
      this.addSql(`drop trigger ${kind}s_words_inserted on ${kind}s`)
      this.addSql(
        `create index "${kind}_rules_check_content_trigram" on "${kind}_rules" using gin (lower(check_content) gin_trgm_ops)`,
      )
    }
    for (const table of ['rules', ...Object.keys(PARTS)]) {
      this.addSql(`drop trigger ${table}_words_deleted on ${table}`)
      this.addSql(`drop trigger ${table}_words_updated on ${table}`)
      this.addSql(`drop trigger ${table}_words_inserted on ${table}`)
    }
    this.addSql('drop function mark_stale_words_of_many')
    this.addSql('drop function mark_stale_words')
    for (const table of ['srg_rule_words', 'stig_rule_words', 'rule_words', 'stale_words'])
      this.addSql(`drop table "${table}"`)
    this.addSql('drop function search_vector')
    this.addSql(
      `create index "disa_descriptions_words" on "disa_descriptions" using gin (to_tsvector('english', coalesce("vuln_discussion", '') || ' ' || coalesce("mitigations", '')))`,
    )
    this.addSql(
      `create index "rule_checks_words" on "rule_checks" using gin (to_tsvector('english', coalesce("content", '')))`,
    )
    this.addSql(
      `create index "rules_words" on "rules" using gin (to_tsvector('english', coalesce("title", '') || ' ' || coalesce("fixtext", '') || ' ' || coalesce("vendor_comments", '') || ' ' || coalesce("status_justification", '') || ' ' || coalesce("artifact_description", '')))`,
    )
  }
}
