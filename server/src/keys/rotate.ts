// A new key signs from each server's next start. Those before it are still published, so that what they signed is
// good until it ends by itself.
import { join } from 'node:path'
import type { Pool } from '../postgres/database.ts'
import { transact } from '../postgres/queryable.ts'
import { keepInFile, readKept, secretsFile, signingKeys } from './secrets.ts'
import { newSigningKey, type SigningKey } from './signing-keys.ts'
import { StartupFailure } from '../startup/startup-failure.ts'

type Keys = [SigningKey, ...SigningKey[]]

const most = 3

export async function rotateInFile(dataFolder: string): Promise<Keys> {
  const file = join(dataFolder, secretsFile)
  const { signingKeys: before } = await readKept(file)
  if (!before) throw noKeys(file)
  const keys = await withNewKey(before)
  await keepInFile(file, { signingKeys: keys })
  return keys
}

export async function rotateInDatabase(pool: Pool): Promise<Keys> {
  const { rows: found } = await pool.query<{ there: boolean }>(
    "select to_regclass('private.secrets') is not null as there",
  )
  if (!found[0]?.there) throw noKeys('The database')
  return transact(pool, async (db) => {
    const { rows } = await db.query<{ value: string }>(
      "select value from private.secrets where name = 'signingKeys' for update",
    )
    if (!rows[0]) throw noKeys('The database')
    const keys = await withNewKey(signingKeys.parse(JSON.parse(rows[0].value)))
    await db.query("update private.secrets set value = $1 where name = 'signingKeys'", [
      JSON.stringify(keys),
    ])
    return keys
  })
}

async function withNewKey(before: Keys): Promise<Keys> {
  return [await newSigningKey(), ...before.slice(0, most - 1)]
}

function noKeys(where: string) {
  return new StartupFailure(`${where} holds no keys yet: the first start makes them.`)
}
