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

/** A released component refuses new content once per statement, so that bulk inserts do not pay for every row. */
export class Migration20261121153600_bulk_inserts extends Migration {
  override name = 'Migration20261121153600_bulk_inserts'

  override up(): void {
    this.addSql(`create function refuse_insert_of_released_content() returns trigger language plpgsql as $$
    declare
      refused boolean;
    begin
      if tg_argv[0] = 'rule_id' then
        select exists (select from components c where c.released and c.id in
          (select r.component_id from rules r where r.id in (select a.rule_id from added a))) into refused;
      else
        select exists (select from components c where c.released and c.id in
          (select a.component_id from added a)) into refused;
      end if;
      if refused then
        raise exception 'component is released' using errcode = 'RW001', table = tg_table_name;
      end if;
      return null;
    end $$`)
    for (const [table, column] of Object.entries(CONTENT)) {
      this.addSql(`drop trigger ${table}_released on ${table}`)
      this.addSql(`create trigger ${table}_released before update or delete on ${table}
        for each row execute function refuse_change_of_released_content('${column}')`)
      this.addSql(`create trigger ${table}_released_inserts after insert on ${table}
        referencing new table as added
        for each statement execute function refuse_insert_of_released_content('${column}')`)
    }
  }

  override down(): void {
    for (const [table, column] of Object.entries(CONTENT)) {
      this.addSql(`drop trigger ${table}_released_inserts on ${table}`)
      this.addSql(`drop trigger ${table}_released on ${table}`)
      this.addSql(`create trigger ${table}_released before insert or update or delete on ${table}
        for each row execute function refuse_change_of_released_content('${column}')`)
    }
    this.addSql('drop function refuse_insert_of_released_content')
  }
}
