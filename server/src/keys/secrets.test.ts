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
const jwtSecretSetting = 'a-secret-that-is-long-enough-to-be-one'

interface LoadOptions {
  dataFolder?: string
  settings?: NodeJS.ProcessEnv
  shared?: Pool
}

async function loadTestSecrets({ dataFolder, settings, shared }: LoadOptions = {}) {
  const config = readConfig({ DATA_DIR: dataFolder ?? (await temporaryFolder()), ...settings })
  return loadSecrets(config, { pool: shared ?? pool, isEmbedded: !shared })
}

async function readSecretsFile(folder: string) {
  const text = await readFile(join(folder, 'secrets.json'), 'utf8')
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
}

suite('secrets of the embedded database', () => {
  test('are created once in a file that only the owner can read', async () => {
    const dataFolder = await temporaryFolder()
    const first = await loadTestSecrets({ dataFolder })
    assert.deepEqual(await loadTestSecrets({ dataFolder }), first)
    assert.deepEqual(await readSecretsFile(dataFolder), first)
    assert.equal((await stat(join(dataFolder, 'secrets.json'))).mode & 0o777, 0o600)
  })

  test('differ from folder to folder', async () => {
    assert.notEqual((await loadTestSecrets()).jwtSecret, (await loadTestSecrets()).jwtSecret)
  })

  test('contain keys for the two roles, signed with the secret', async () => {
    const { jwtSecret, anonKey, serviceRoleKey } = await loadTestSecrets()
    const secret = new TextEncoder().encode(jwtSecret)
    assert.equal((await jwtVerify(anonKey, secret)).payload['role'], 'anon')
    assert.equal((await jwtVerify(serviceRoleKey, secret)).payload['role'], 'service_role')
  })

  test('contain a signing key of the server', async () => {
    const { signingKeys } = await loadTestSecrets()
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
    await loadTestSecrets({ dataFolder })
    assert.deepEqual((await readSecretsFile(dataFolder))['other'], ['one'])
  })

  test('stop the start if the file cannot be parsed', async () => {
    const dataFolder = await temporaryFolder()
    for (const content of ['not json', '{"jwtSecret":"short"}', '[]']) {
      await writeFile(join(dataFolder, 'secrets.json'), content)
      await assert.rejects(loadTestSecrets({ dataFolder }), {
        message: /cannot be read as secrets/,
      })
    }
  })
})

suite('secrets from the environment', () => {
  test('are used, and nothing derived from them is stored', async () => {
    const dataFolder = await temporaryFolder()
    const secrets = await loadTestSecrets({
      dataFolder,
      settings: { JWT_SECRET: jwtSecretSetting },
    })
    assert.equal(secrets.jwtSecret, jwtSecretSetting)
    assert.deepEqual(Object.keys(await readSecretsFile(dataFolder)), ['signingKeys'])
  })

  test('give every server the same keys', async () => {
    const settings = { JWT_SECRET: jwtSecretSetting }
    const { signingKeys: _one, ...first } = await loadTestSecrets({ settings })
    const { signingKeys: _other, ...second } = await loadTestSecrets({ settings })
    assert.deepEqual(first, second)
  })

  test('accept keys with the right role and signature', async () => {
    const { anonKey, serviceRoleKey } = await loadTestSecrets({
      settings: { JWT_SECRET: jwtSecretSetting },
    })
    const settings = {
      JWT_SECRET: jwtSecretSetting,
      ANON_KEY: anonKey,
      SERVICE_ROLE_KEY: serviceRoleKey,
    }
    assert.equal((await loadTestSecrets({ settings })).anonKey, anonKey)
  })

  test('stop the start if a key has another role or signature', async () => {
    const { serviceRoleKey } = await loadTestSecrets({ settings: { JWT_SECRET: jwtSecretSetting } })
    const otherSecrets = await loadTestSecrets()
    for (const ANON_KEY of [serviceRoleKey, otherSecrets.anonKey, 'not a token']) {
      await assert.rejects(
        loadTestSecrets({ settings: { JWT_SECRET: jwtSecretSetting, ANON_KEY } }),
        {
          message:
            /^The setting ANON_KEY is not usable: it must be a valid token with the role anon/,
        },
      )
    }
  })
})

suite('secrets of an external database', () => {
  test('are the same for all servers that start together, and are in no file', async () => {
    const { pool: shared } = await productDatabase()
    const dataFolder = await temporaryFolder()
    const loadedSecrets = await Promise.all(
      [1, 2, 3, 4].map(() => loadTestSecrets({ shared, dataFolder })),
    )
    assert.equal(new Set(loadedSecrets.map(({ jwtSecret }) => jwtSecret)).size, 1)
    assert.equal(new Set(loadedSecrets.map(({ signingKeys }) => signingKeys[0]?.kid)).size, 1)
    assert.equal(decodeJwt(loadedSecrets[0]?.anonKey ?? '')['role'], 'anon')
    await assert.rejects(stat(join(dataFolder, 'secrets.json')), { code: 'ENOENT' })
  })
})
