import type pg from 'pg'

/** Puts what the environment says where the rules in SQL can read it. */
export async function writeSettings(client: pg.ClientBase, settings: Record<string, string>) {
  await client.query(
    `insert into private.settings as known (name, value)
     select name, value
     from jsonb_each_text($1) as given(name, value)
     on conflict (name) do update
       set value = excluded.value, changed_at = now()
       where known.value <> excluded.value`,
    [JSON.stringify(settings)],
  )
}

export async function setSetting(pool: pg.Pool, name: string, value: string) {
  const client = await pool.connect()
  try {
    await writeSettings(client, { [name]: value })
  } finally {
    client.release()
  }
}
