import { Migration } from '@mikro-orm/migrations'

/** A released component and its content are read-only (RW001). */
export class Migration20261122110100_released_components extends Migration {
  override name = 'Migration20261122110100_released_components'

  override up(): void {
    // Argument: the columns that stay open.
    this.addSql(`create function refuse_change_of_released_component() returns trigger language plpgsql as $$
    begin
      if to_jsonb(old) - tg_argv::text[] <> to_jsonb(new) - tg_argv::text[] then
        raise exception 'component is released' using errcode = 'RW001', table = tg_table_name;
      end if;
      return new;
    end $$`)

    // Argument: the column that leads to the component. A component that is being deleted is already gone when its
    // content follows, so its deletion passes.
    this.addSql(`create function refuse_change_of_released_content() returns trigger language plpgsql as $$
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

    // The same for new rows, once per statement: bulk inserts do not pay for every row.
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
  }

  override down(): void {
    this.addSql('drop function refuse_insert_of_released_content')
    this.addSql('drop function refuse_change_of_released_content')
    this.addSql('drop function refuse_change_of_released_component')
  }
}
