// Loads or generates the API keys and the keys that sign tokens. Values from the environment take precedence. Generated
// secrets are stored beside the embedded database, or in the external database.
import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { syncToDisk } from '../file-system.ts'
import type { Database, Pool } from '../postgres/database.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import { newSigningKey, signingKey, type SigningKey } from './signing-keys.ts'

export interface Secrets {
  /** This secret signs and verifies HS256 tokens. */
  jwtSecret: string
  anonKey: string
  serviceRoleKey: string
  /** The keys that sign and verify access tokens, newest first. */
  signingKeys: [SigningKey, ...SigningKey[]]
}

/** The secret from which the API keys are derived, and the keys that sign access tokens. */
type GeneratedSecrets = Pick<Secrets, 'jwtSecret' | 'signingKeys'>

export const secretsFile = 'secrets.json'

// The time of issue is constant, so that every server derives the same API keys from the same secret.
const issuedAtSeconds = Date.UTC(2026, 0, 1) / 1000
const lifetimeSeconds = 10 * 365 * 24 * 3600

export async function loadSecrets(
  { secrets: configured, dataFolder }: Config,
  { pool, isEmbedded }: Pick<Database, 'pool' | 'isEmbedded'>,
): Promise<Secrets> {
  const file = join(dataFolder, secretsFile)
  const generated = isEmbedded ? await loadFromFile(file) : await loadFromDatabase(pool)
  const jwtSecret = configured.jwtSecret ?? generated.jwtSecret
  const keys = {
    anonKey: await apiKeyFor('anon', jwtSecret, 'ANON_KEY', configured.anonKey),
    serviceRoleKey: await apiKeyFor(
      'service_role',
      jwtSecret,
      'SERVICE_ROLE_KEY',
      configured.serviceRoleKey,
    ),
  }
  const { signingKeys } = generated
  if (isEmbedded) {
    const generatedSecrets = configured.jwtSecret
      ? {}
      : { jwtSecret, ...withoutGiven(configured, keys) }
    await saveSecretsFile(file, { ...generatedSecrets, signingKeys })
  }
  return { jwtSecret, ...keys, signingKeys }
}

/** Returns the API keys that the environment does not set, because only those are written to the file. */
function withoutGiven(
  configured: Config['secrets'],
  keys: Omit<Secrets, keyof GeneratedSecrets>,
): Partial<Secrets> {
  return {
    ...(configured.anonKey ? {} : { anonKey: keys.anonKey }),
    ...(configured.serviceRoleKey ? {} : { serviceRoleKey: keys.serviceRoleKey }),
  }
}

async function apiKeyFor(role: string, jwtSecret: string, setting: string, configured?: string) {
  const secret = new TextEncoder().encode(jwtSecret)
  if (!configured) {
    return new SignJWT({ role, iss: 'mendwell' })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(issuedAtSeconds)
      .setExpirationTime(issuedAtSeconds + lifetimeSeconds)
      .sign(secret)
  }
  const verified = await jwtVerify(configured, secret, { algorithms: ['HS256'] }).catch(
    () => undefined,
  )
  if (verified?.payload['role'] === role) return configured
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

export async function readSecretsFile(file: string) {
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

async function loadFromFile(file: string): Promise<GeneratedSecrets> {
  const stored = await readSecretsFile(file)
  return {
    jwtSecret: stored.jwtSecret ?? newSecret(),
    signingKeys: stored.signingKeys ?? [await newSigningKey()],
  }
}

export async function saveSecretsFile(file: string, secrets: Partial<Secrets>) {
  const before = await readSecretsFile(file)
  const after = { ...before, ...secrets }
  if (JSON.stringify(before) === JSON.stringify(after)) return
  const unfinished = `${file}.unfinished`
  await writeFile(unfinished, `${JSON.stringify(after, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(unfinished, file)
  await syncToDisk(dirname(file))
}

async function loadFromDatabase(pool: Pool): Promise<GeneratedSecrets> {
  const keys = await sharedSecret(pool, 'signingKeys', JSON.stringify([await newSigningKey()]))
  return {
    jwtSecret: await sharedSecret(pool, 'jwtSecret', newSecret()),
    signingKeys: signingKeys.parse(JSON.parse(keys)),
  }
}

/** Stores `candidate` unless a server has already stored a secret. Returns the stored secret. */
async function sharedSecret(pool: Pool, name: string, candidate: string) {
  await pool.query(
    'insert into private.secrets (name, value) values ($1, $2) on conflict do nothing',
    [name, candidate],
  )
  const { rows } = await pool.query<{ value: string }>(
    'select value from private.secrets where name = $1',
    [name],
  )
  if (!rows[0])
    throw new StartupFailure('private.secrets cannot be read: row security hides its rows.')
  return rows[0].value
}

function newSecret() {
  return randomBytes(48).toString('base64url')
}
