import { Migration } from '@mikro-orm/migrations'

/** Tables whose rows are content of a component, and the column that leads there. */
const CONTENT = {
  rules: 'component_id',
  component_sources: 'component_id',
  additional_questions: 'component_id',
  satisfactions: 'component_id',
  rule_checks: 'rule_id',
  disa_descriptions: 'rule_id',
  rule_descriptions: 'rule_id',
  rule_references: 'rule_id',
  additional_answers: 'rule_id',
}

/** What may still change on a released component: comment window, contact, counters and bookkeeping. */
const OPEN_ON_RELEASED = [
  'comment_phase',
  'closed_reason',
  'comment_period_starts_at',
  'comment_period_ends_at',
  'admin_name',
  'admin_email',
  'rules_count',
  'memberships_count',
  'next_rule_number',
  'next_minted_sequence',
  'lock_version',
  'updated_at',
]

/**
 * Rules that no column check can hold: a released component is read-only (contract, decision 18), a requirement is
 * of its component's kind, both ends of a satisfaction are in one component, and audit entries are append-only.
 */
export class Migration20261121140600_guards extends Migration {
  override name = 'Migration20261121140600_guards'

  override up(): void {
    // A component that is being deleted is already gone when its content follows, so its deletion passes.
    this.addSql(`create function refuse_change_of_released_content() returns trigger language plpgsql as $$
    declare
      affected integer[];
    begin
      if tg_op <> 'INSERT' then
        affected := array_append(affected, (to_jsonb(old) ->> tg_argv[0])::integer);
      end if;
      if tg_op <> 'DELETE' then
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
    for (const [table, column] of Object.entries(CONTENT)) {
      this.addSql(`create trigger ${table}_released before insert or update or delete on ${table}
        for each row execute function refuse_change_of_released_content('${column}')`)
    }

    this.addSql(`create function refuse_change_of_released_component() returns trigger language plpgsql as $$
    begin
      if to_jsonb(old) - tg_argv::text[] <> to_jsonb(new) - tg_argv::text[] then
        raise exception 'component is released' using errcode = 'RW001', table = tg_table_name;
      end if;
      return new;
    end $$`)
    this.addSql(`create trigger components_released before update on components
      for each row when (old.released)
      execute function refuse_change_of_released_component(${OPEN_ON_RELEASED.map((name) => `'${name}'`).join(', ')})`)

    this.addSql(`create function rule_is_of_its_components_kind() returns trigger language plpgsql as $$
    begin
      if new.document_type <> (select document_type from components where id = new.component_id) then
        raise exception 'requirement and component are of different kinds' using errcode = 'RW002';
      end if;
      return new;
    end $$`)
    this.addSql(`create trigger rules_kind before insert or update of document_type, component_id on rules
      for each row execute function rule_is_of_its_components_kind()`)

    this.addSql(`create function satisfaction_is_inside_one_component() returns trigger language plpgsql as $$
    begin
      if exists (select from rules where id in (new.rule_id, new.satisfied_by_rule_id)
                 and (component_id <> new.component_id or document_type <> 'stig')) then
        raise exception 'satisfaction leaves its component' using errcode = 'RW003';
      end if;
      return new;
    end $$`)
    this.addSql(`create trigger satisfactions_component before insert or update on satisfactions
      for each row execute function satisfaction_is_inside_one_component()`)

    this.addSql(`create function refuse_change_of_audit() returns trigger language plpgsql as $$
    begin
      raise exception 'audit entries are append-only' using errcode = 'RW004';
    end $$`)
    this.addSql(`create trigger audit_entries_append_only before update or delete or truncate on audit_entries
      for each statement execute function refuse_change_of_audit()`)
  }

  override down(): void {
    this.addSql('drop function if exists refuse_change_of_audit cascade')
    this.addSql('drop function if exists satisfaction_is_inside_one_component cascade')
    this.addSql('drop function if exists rule_is_of_its_components_kind cascade')
    this.addSql('drop function if exists refuse_change_of_released_component cascade')
    this.addSql('drop function if exists refuse_change_of_released_content cascade')
  }
}
