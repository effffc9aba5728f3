import { Migration } from '@mikro-orm/migrations'

/** Two trusted extensions for indexes of the baseline, and the trigger functions that enforce rules about several rows. */
export class Migration20261127230000_extensions_and_integrity extends Migration {
  override name = 'Migration20261127230000_extensions_and_integrity'

  override up(): void {
    // Trigrams, and numbers in front of them.
    this.addSql('create extension if not exists pg_trgm')
    this.addSql('create extension if not exists btree_gin')
    this.#createReleasedComponentFunctions()
    this.#createDocumentTypeFunctions()
    this.#createAuditFunctions()
    this.#createEventOrderFunction()
  }

  /** A released component and its content are read-only (RW001). */
  #createReleasedComponentFunctions(): void {
    // Argument: the columns that may change.
    this.addSql(`create function prevent_change_of_released_component() returns trigger language plpgsql as $$
    begin
      if to_jsonb(old) - tg_argv::text[] <> to_jsonb(new) - tg_argv::text[] then
        raise exception 'component is released' using errcode = 'RW001', table = tg_table_name;
      end if;
      return new;
    end $$`)

    // Argument: the column that leads to the component. When a component is deleted, its row is gone before the rows of
    // its content are deleted, so they pass.
    this.addSql(`create function prevent_change_of_released_content() returns trigger language plpgsql as $$
    declare
      affected integer[];
    begin
      affected := array[(to_jsonb(old) ->> tg_argv[0])::integer];
      if tg_op = 'UPDATE' then
        affected := array_append(affected, (to_jsonb(new) ->> tg_argv[0])::integer);
      end if;
      if tg_argv[0] = 'rule_id' then
        affected := array(select component_id from rules where id = any (affected));
      end if;
      if exists (select from components where id = any (affected) and released) then
        raise exception 'component is released' using errcode = 'RW001', table = tg_table_name;
      end if;
      return coalesce(new, old);
    end $$`)

    // Checks inserted rows once per statement, so that bulk inserts don't pay for every row.
    this.addSql(`create function prevent_insert_into_released_content() returns trigger language plpgsql as $$
    declare
      is_released boolean;
    begin
      if tg_argv[0] = 'rule_id' then
        select exists (select from components c where c.released and c.id in
          (select r.component_id from rules r where r.id in (select n.rule_id from new_rows n))) into is_released;
      else
        select exists (select from components c where c.released and c.id in
          (select n.component_id from new_rows n)) into is_released;
      end if;
      if is_released then
        raise exception 'component is released' using errcode = 'RW001', table = tg_table_name;
      end if;
      return null;
    end $$`)
  }

  /**
   * A requirement has the document type of its component (RW002); both requirements of a satisfaction belong to its
   * component (RW003).
   */
  #createDocumentTypeFunctions(): void {
    this.addSql(`create function assert_rule_document_type() returns trigger language plpgsql as $$
    begin
      if new.document_type <> (select document_type from components where id = new.component_id) then
        raise exception 'requirement and component have different document types' using errcode = 'RW002';
      end if;
      return new;
    end $$`)
    // Checks inserted requirements once per statement.
    this.addSql(`create function assert_inserted_rule_document_types() returns trigger language plpgsql as $$
      begin
        if exists (select from new_rows n join components c on c.id = n.component_id
          where n.document_type <> c.document_type) then
          raise exception 'requirement and component have different document types' using errcode = 'RW002';
        end if;
        return null;
      end $$`)
    this.addSql(`create function assert_satisfaction_within_component() returns trigger language plpgsql as $$
    begin
      if exists (select from rules where id in (new.rule_id, new.satisfied_by_rule_id)
                 and (component_id <> new.component_id or document_type <> 'stig')) then
        raise exception 'satisfaction leaves its component' using errcode = 'RW003';
      end if;
      return new;
    end $$`)
  }

  /**
   * Audit entries are append-only (RW004), with three exceptions: the count of repetitions, the texts of deleted
   * comments (setting `audit.redaction`), and old security entries (setting `audit.pruning`).
   */
  #createAuditFunctions(): void {
    this.addSql(`create function prevent_truncate_of_audit_entries() returns trigger language plpgsql as $$
    begin
      raise exception 'audit entries are append-only' using errcode = 'RW004';
    end $$`)
    this.addSql(`create function restrict_update_of_audit_entry() returns trigger language plpgsql as $$
    begin
      if current_setting('audit.redaction', true) = 'on'
        and to_jsonb(new) - 'changes' = to_jsonb(old) - 'changes' then
        return new;
      end if;
      if old.merge_key is not null and new.occurrences >= old.occurrences
        and to_jsonb(new) - '{occurrences,last_occurred_at}'::text[]
          = to_jsonb(old) - '{occurrences,last_occurred_at}'::text[] then
        return new;
      end if;
      raise exception 'audit entries are append-only' using errcode = 'RW004';
    end $$`)
    this.addSql(`create function restrict_delete_of_audit_entry() returns trigger language plpgsql as $$
    begin
      if current_setting('audit.pruning', true) = 'on' and old.kind = 'security' then
        return old;
      end if;
      raise exception 'audit entries are append-only' using errcode = 'RW004';
    end $$`)

    // Replaces a text, or each text of a list, by its digest. Redacting twice has the same result as redacting once.
    this.addSql(`create function redact_text(value jsonb) returns jsonb language plpgsql immutable as $$
    declare
      content text := value #>> '{}';
    begin
      if jsonb_typeof(value) = 'array' then
        return (select jsonb_agg(redact_text(element) order by position)
          from jsonb_array_elements(value) with ordinality as n(element, position));
      end if;
      if jsonb_typeof(value) <> 'string' or content ~ '^\\[redacted sha256:[0-9a-f]{64}\\]$' then
        return value;
      end if;
      return to_jsonb('[redacted sha256:' || encode(sha256(convert_to(content, 'UTF8')), 'hex') || ']');
    end $$`)
  }

  /**
   * Events are ordered by their ids. A transaction that inserts some holds a shared advisory lock that names the last id
   * assigned before; readers stop there. Negative keys belong to these locks.
   */
  #createEventOrderFunction(): void {
    this.addSql(`create function lock_event_order() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(-1 - case when is_called then last_value else 0 end)
          from domain_events_id_seq;
        return null;
      end $$`)
  }

  override down(): void {
    for (const name of [
      'lock_event_order',
      'redact_text',
      'restrict_delete_of_audit_entry',
      'restrict_update_of_audit_entry',
      'prevent_truncate_of_audit_entries',
      'assert_satisfaction_within_component',
      'assert_inserted_rule_document_types',
      'assert_rule_document_type',
      'prevent_insert_into_released_content',
      'prevent_change_of_released_content',
      'prevent_change_of_released_component',
    ]) {
      this.addSql(`drop function ${name}`)
    }
    this.addSql('drop extension if exists btree_gin')
    this.addSql('drop extension if exists pg_trgm')
  }
}
