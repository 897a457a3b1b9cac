// The keys that clients present. What the environment does not give is made once: kept in a file
// with the embedded database, and in an outside database where all its servers find it.
import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import type { Database, Pool } from '../postgres/database.ts'
import { sync } from '../disk/sync.ts'
import { newSigningKey, signingKey, type SigningKey } from './signing-keys.ts'
import { StartupFailure } from '../startup/startup-failure.ts'

export interface Secrets {
  /** Signs and verifies HS256 tokens. */
  jwtSecret: string
  anonKey: string
  serviceRoleKey: string
  /** Sign and verify the tokens of sessions; the newest is first. */
  signingKeys: [SigningKey, ...SigningKey[]]
}

/** What does not follow from anything else. */
type Own = Pick<Secrets, 'jwtSecret' | 'signingKeys'>

/** In the data folder. */
export const secretsFile = 'secrets.json'

// Fixed, so that every server derives the same keys from the same secret.
const issued = Date.UTC(2026, 0, 1) / 1000
const tenYears = 10 * 365 * 24 * 3600

export async function loadSecrets(
  { secrets: given, dataFolder }: Config,
  { pool, isEmbedded }: Pick<Database, 'pool' | 'isEmbedded'>,
): Promise<Secrets> {
  const file = join(dataFolder, secretsFile)
  const own = isEmbedded ? await ownInFile(file) : await ownInDatabase(pool)
  const jwtSecret = given.jwtSecret ?? own.jwtSecret
  const keys = {
    anonKey: await keyFor('anon', jwtSecret, 'ANON_KEY', given.anonKey),
    serviceRoleKey: await keyFor(
      'service_role',
      jwtSecret,
      'SERVICE_ROLE_KEY',
      given.serviceRoleKey,
    ),
  }
  const { signingKeys } = own
  if (isEmbedded) {
    const made = given.jwtSecret ? {} : { jwtSecret, ...notGiven(given, keys) }
    await keepInFile(file, { ...made, signingKeys })
  }
  return { jwtSecret, ...keys, signingKeys }
}

/** Only what was made here is written down. */
function notGiven(given: Config['secrets'], keys: Omit<Secrets, keyof Own>): Partial<Secrets> {
  return {
    ...(given.anonKey ? {} : { anonKey: keys.anonKey }),
    ...(given.serviceRoleKey ? {} : { serviceRoleKey: keys.serviceRoleKey }),
  }
}

async function keyFor(role: string, jwtSecret: string, setting: string, given?: string) {
  const secret = new TextEncoder().encode(jwtSecret)
  if (!given) {
    return new SignJWT({ role, iss: 'mendwell' })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(issued)
      .setExpirationTime(issued + tenYears)
      .sign(secret)
  }
  const verified = await jwtVerify(given, secret, { algorithms: ['HS256'] }).catch(() => undefined)
  if (verified?.payload['role'] === role) return given
  throw new StartupFailure(
    `The setting ${setting} is not usable: it must be a valid token with the role ${role}, ` +
      'signed with JWT_SECRET.',
  )
}

export const signingKeys = z.tuple([signingKey], signingKey)
const fileContent = z.looseObject({
  jwtSecret: z.string().min(32).optional(),
  signingKeys: signingKeys.optional(),
})

export async function readKept(file: string) {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}'
    throw error
  })
  try {
    return fileContent.parse(JSON.parse(text))
  } catch {
    throw new StartupFailure(`${file} cannot be read as secrets. Restore it from a backup.`)
  }
}

async function ownInFile(file: string): Promise<Own> {
  const kept = await readKept(file)
  return {
    jwtSecret: kept.jwtSecret ?? newSecret(),
    signingKeys: kept.signingKeys ?? [await newSigningKey()],
  }
}

export async function keepInFile(file: string, secrets: Partial<Secrets>) {
  const before = await readKept(file)
  const after = { ...before, ...secrets }
  if (JSON.stringify(before) === JSON.stringify(after)) return
  const unfinished = `${file}.unfinished`
  await writeFile(unfinished, `${JSON.stringify(after, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(unfinished, file)
  await sync(dirname(file))
}

async function ownInDatabase(pool: Pool): Promise<Own> {
  const keys = await sharedSecret(pool, 'signingKeys', JSON.stringify([await newSigningKey()]))
  return {
    jwtSecret: await sharedSecret(pool, 'jwtSecret', newSecret()),
    signingKeys: signingKeys.parse(JSON.parse(keys)),
  }
}

/** The one that is there; the first server to come brings it. */
async function sharedSecret(pool: Pool, name: string, proposal: string) {
  await pool.query(
    'insert into private.secrets (name, value) values ($1, $2) on conflict do nothing',
    [name, proposal],
  )
  const { rows } = await pool.query<{ value: string }>(
    'select value from private.secrets where name = $1',
    [name],
  )
  if (!rows[0]) throw new StartupFailure('private.secrets cannot be read: row security hides it.')
  return rows[0].value
}

function newSecret() {
  return randomBytes(48).toString('base64url')
}
