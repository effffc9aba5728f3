import { Migration } from '@mikro-orm/migrations'

/**
 * Texts of destroyed comments can be taken out of the trail, and nothing else: an update of audit entries needs the
 * setting `audit.redaction` in its transaction, and may change nothing but their `changes`.
 */
export class Migration20261121164800_redaction extends Migration {
  override name = 'Migration20261121164800_redaction'

  override up(): void {
    this.addSql(`create or replace function refuse_change_of_audit() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and current_setting('audit.redaction', true) = 'on' then
        return null;
      end if;
      raise exception 'audit entries are append-only' using errcode = 'RW004';
    end $$`)
    this.addSql(`create function refuse_change_beside_redaction() returns trigger language plpgsql as $$
    begin
      if to_jsonb(new) - 'changes' is distinct from to_jsonb(old) - 'changes' then
        raise exception 'audit entries are append-only' using errcode = 'RW004';
      end if;
      return new;
    end $$`)
    this.addSql(`create trigger audit_entries_redaction before update on audit_entries
      for each row execute function refuse_change_beside_redaction()`)
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
    this.addSql('drop function if exists redacted_text')
    this.addSql('drop trigger if exists audit_entries_redaction on audit_entries')
    this.addSql('drop function if exists refuse_change_beside_redaction')
    this.addSql(`create or replace function refuse_change_of_audit() returns trigger language plpgsql as $$
    begin
      raise exception 'audit entries are append-only' using errcode = 'RW004';
    end $$`)
  }
}
