// Rotates the signing key. Each server uses the new key after its next start. The two previous public keys stay
// published, so that the tokens of these keys remain valid.
import { join } from 'node:path'
import type { Pool } from '../postgres/database.ts'
import { transact } from '../postgres/transaction.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import { readSecretsFile, saveSecretsFile, secretsFile, signingKeys } from './secrets.ts'
import { newSigningKey, type SigningKey } from './signing-keys.ts'

type Keys = [SigningKey, ...SigningKey[]]

const maxKeys = 3

export async function rotateInFile(dataFolder: string): Promise<Keys> {
  const file = join(dataFolder, secretsFile)
  const { signingKeys: current } = await readSecretsFile(file)
  if (!current) throw keysMissing(file)
  const keys = await withNewKey(current)
  await saveSecretsFile(file, { signingKeys: keys })
  return keys
}

export async function rotateInDatabase(pool: Pool): Promise<Keys> {
  const { rows: found } = await pool.query<{ there: boolean }>(
    "select to_regclass('private.secrets') is not null as there",
  )
  if (!found[0]?.there) throw keysMissing('The database')
  return transact(pool, async (db) => {
    const { rows } = await db.query<{ value: string }>(
      "select value from private.secrets where name = 'signingKeys' for update",
    )
    if (!rows[0]) throw keysMissing('The database')
    const keys = await withNewKey(signingKeys.parse(JSON.parse(rows[0].value)))
    await db.query("update private.secrets set value = $1 where name = 'signingKeys'", [
      JSON.stringify(keys),
    ])
    return keys
  })
}

async function withNewKey(current: Keys): Promise<Keys> {
  return [await newSigningKey(), ...current.slice(0, maxKeys - 1)]
}

function keysMissing(where: string) {
  return new StartupFailure(`${where} has no keys yet. The first start creates them.`)
}
