import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bareDatabase } from '../../tests/support/test-database.ts'
import { describeSchema } from './schema-snapshot.ts'

test('a trigger is described with its transition tables and its arguments', async () => {
  const { pool } = await bareDatabase()
  await pool.query(`
    create table public.sheds (id integer);
    create function public.note() returns trigger language plpgsql as 'begin return null; end';
    create trigger compare after update on public.sheds
      referencing old table as was new table as changed
      for each statement execute function public.note();
    create trigger count after insert on public.sheds
      for each row when (new.id > 0) execute function public.note('sheds', 'it''s one');
    create trigger plain after delete on public.sheds
      for each row execute function public.note()`)
  const client = await pool.connect()
  const schema = await describeSchema(client)
  client.release()
  assert.deepEqual(
    schema.split('\n').filter((line) => line.startsWith('  trigger ')),
    [
      "  trigger after insert for each row when ((new.id > 0)) with ('sheds', 'it''s one'): count runs public.note",
      '  trigger after delete for each row: plain runs public.note',
      '  trigger after update referencing old table as was new table as changed for each statement: compare runs public.note',
    ],
  )
})
