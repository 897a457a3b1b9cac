// What the product does by the clock: its private.on_the_clock(), where it has one.
import type { Pool } from '../postgres/database.ts'

export async function tellTheTime(pool: Pool) {
  await pool.query(`do $$ begin
    if to_regprocedure('private.on_the_clock()') is not null then
      perform private.on_the_clock();
    end if;
  end $$`)
}
