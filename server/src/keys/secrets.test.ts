import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { createLocalJWKSet, decodeJwt, importJWK, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { temporaryFolder } from '../../tests/support/app.ts'
import { productDatabase } from '../../tests/support/test-database.ts'
import { readConfig } from '../config/config.ts'
import type { Pool } from '../postgres/database.ts'
import { loadSecrets } from './secrets.ts'
import { publicHalf } from './signing-keys.ts'

const { pool } = await productDatabase()
const given = 'a-secret-that-is-long-enough-to-be-one'

interface Situation {
  dataFolder?: string
  settings?: NodeJS.ProcessEnv
  shared?: Pool
}

async function load({ dataFolder, settings, shared }: Situation = {}) {
  const config = readConfig({ DATA_DIR: dataFolder ?? (await temporaryFolder()), ...settings })
  return loadSecrets(config, { pool: shared ?? pool, isEmbedded: !shared })
}

async function keptIn(folder: string) {
  const text = await readFile(join(folder, 'secrets.json'), 'utf8')
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
}

suite('secrets of the embedded database', () => {
  test('are created once in a file that only the owner can read', async () => {
    const dataFolder = await temporaryFolder()
    const first = await load({ dataFolder })
    assert.deepEqual(await load({ dataFolder }), first)
    assert.deepEqual(await keptIn(dataFolder), first)
    assert.equal((await stat(join(dataFolder, 'secrets.json'))).mode & 0o777, 0o600)
  })

  test('differ from folder to folder', async () => {
    assert.notEqual((await load()).jwtSecret, (await load()).jwtSecret)
  })

  test('contain keys for the two roles, signed with the secret', async () => {
    const { jwtSecret, anonKey, serviceRoleKey } = await load()
    const secret = new TextEncoder().encode(jwtSecret)
    assert.equal((await jwtVerify(anonKey, secret)).payload['role'], 'anon')
    assert.equal((await jwtVerify(serviceRoleKey, secret)).payload['role'], 'service_role')
  })

  test('contain a signing key of the server', async () => {
    const { signingKeys } = await load()
    const [key] = signingKeys
    assert.ok(key)
    const token = await new SignJWT({ role: 'anon' })
      .setProtectedHeader({ alg: 'ES256', kid: key.kid })
      .sign(await importJWK(key))
    const verified = await jwtVerify(token, createLocalJWKSet({ keys: [publicHalf(key)] }))
    assert.equal(verified.payload['role'], 'anon')
    assert.ok(!('d' in publicHalf(key)))
  })

  test('keep unknown entries of the file', async () => {
    const dataFolder = await temporaryFolder()
    await writeFile(join(dataFolder, 'secrets.json'), '{"other":["one"]}')
    await load({ dataFolder })
    assert.deepEqual((await keptIn(dataFolder))['other'], ['one'])
  })

  test('stop the start if the file cannot be parsed', async () => {
    const dataFolder = await temporaryFolder()
    for (const content of ['not json', '{"jwtSecret":"short"}', '[]']) {
      await writeFile(join(dataFolder, 'secrets.json'), content)
      await assert.rejects(load({ dataFolder }), { message: /cannot be read as secrets/ })
    }
  })
})

suite('secrets from the environment', () => {
  test('are used, and nothing derived from them is stored', async () => {
    const dataFolder = await temporaryFolder()
    const secrets = await load({ dataFolder, settings: { JWT_SECRET: given } })
    assert.equal(secrets.jwtSecret, given)
    assert.deepEqual(Object.keys(await keptIn(dataFolder)), ['signingKeys'])
  })

  test('give every server the same keys', async () => {
    const settings = { JWT_SECRET: given }
    const { signingKeys: _one, ...first } = await load({ settings })
    const { signingKeys: _other, ...second } = await load({ settings })
    assert.deepEqual(first, second)
  })

  test('accept keys with the right role and signature', async () => {
    const { anonKey, serviceRoleKey } = await load({ settings: { JWT_SECRET: given } })
    const settings = { JWT_SECRET: given, ANON_KEY: anonKey, SERVICE_ROLE_KEY: serviceRoleKey }
    assert.equal((await load({ settings })).anonKey, anonKey)
  })

  test('stop the start if a key has another role or signature', async () => {
    const { serviceRoleKey } = await load({ settings: { JWT_SECRET: given } })
    const other = await load()
    for (const ANON_KEY of [serviceRoleKey, other.anonKey, 'not a token']) {
      await assert.rejects(load({ settings: { JWT_SECRET: given, ANON_KEY } }), {
        message: /^The setting ANON_KEY is not usable: it must be a valid token with the role anon/,
      })
    }
  })
})

suite('secrets of an external database', () => {
  test('are the same for all servers that start together, and are in no file', async () => {
    const { pool: shared } = await productDatabase()
    const dataFolder = await temporaryFolder()
    const all = await Promise.all([1, 2, 3, 4].map(() => load({ shared, dataFolder })))
    assert.equal(new Set(all.map(({ jwtSecret }) => jwtSecret)).size, 1)
    assert.equal(new Set(all.map(({ signingKeys }) => signingKeys[0]?.kid)).size, 1)
    assert.equal(decodeJwt(all[0]?.anonKey ?? '')['role'], 'anon')
    await assert.rejects(stat(join(dataFolder, 'secrets.json')), { code: 'ENOENT' })
  })
})
