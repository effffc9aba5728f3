import { Migration } from '@mikro-orm/migrations'

/**
 * Audit entries are append-only (RW004), with three exceptions: the count of what repeats, the texts of destroyed
 * comments (setting `audit.redaction` in the transaction), and old entries about security (setting `audit.pruning`).
 */
export class Migration20261122110300_audit_trail extends Migration {
  override name = 'Migration20261122110300_audit_trail'

  override up(): void {
    this.addSql(`create function refuse_change_of_audit() returns trigger language plpgsql as $$
    begin
      raise exception 'audit entries are append-only' using errcode = 'RW004';
    end $$`)
    this.addSql(`create function refuse_update_of_audit_entry() returns trigger language plpgsql as $$
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
    this.addSql(`create function refuse_removal_of_audit_entry() returns trigger language plpgsql as $$
    begin
      if current_setting('audit.pruning', true) = 'on' and old.kind = 'security' then
        return old;
      end if;
      raise exception 'audit entries are append-only' using errcode = 'RW004';
    end $$`)

    // What stands in place of a text, or of each text of a list; redacting twice is redacting once.
    this.addSql(`create function redacted_text(given jsonb) returns jsonb language plpgsql immutable as $$
    declare
      said text := given #>> '{}';
    begin
      if jsonb_typeof(given) = 'array' then
        return (select jsonb_agg(redacted_text(one) order by place)
          from jsonb_array_elements(given) with ordinality as n(one, place));
      end if;
      if jsonb_typeof(given) <> 'string' or said ~ '^\\[redacted sha256:[0-9a-f]{64}\\]$' then
        return given;
      end if;
      return to_jsonb('[redacted sha256:' || encode(sha256(convert_to(said, 'UTF8')), 'hex') || ']');
    end $$`)
  }

  override down(): void {
    this.addSql('drop function redacted_text')
    this.addSql('drop function refuse_removal_of_audit_entry')
    this.addSql('drop function refuse_update_of_audit_entry')
    this.addSql('drop function refuse_change_of_audit')
  }
}
