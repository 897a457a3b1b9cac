import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { errors } from 'jose'
import { newKey, startIssuer } from '../../../../tests/support/token-issuer.ts'
import { ProviderKeys } from './provider-keys.ts'

const audience = { audience: 'web-app' }

/** Starts an issuer that adds a signing key after `ProviderKeys` has loaded the issuer's keys. */
async function startRotatedIssuer() {
  const issuer = await startIssuer()
  const keys = new ProviderKeys(`${issuer.url}/keys`)
  const claims = { sub: 'ada', aud: 'web-app' }
  await keys.verify(await issuer.sign(claims), audience)
  const nextKey = await newKey('next')
  issuer.state.keys.push(nextKey)
  return { issuer, keys, signToken: (key = nextKey) => issuer.sign(claims, key) }
}

suite('tokens signed with a new key of a provider', () => {
  // @covers sign-in.provider-keys
  test('are accepted, even several at once, and the keys are fetched once', async () => {
    const { issuer, keys, signToken } = await startRotatedIssuer()
    const tokens = await Promise.all([signToken(), signToken(), signToken()])
    const verified = await Promise.all(tokens.map((token) => keys.verify(token, audience)))
    assert.deepEqual(
      verified.map(({ payload }) => payload.sub),
      ['ada', 'ada', 'ada'],
    )
    assert.equal(issuer.state.keyRequestCount, 2)
  })

  test('are refused if the provider does not have the key, which is not fetched again soon', async () => {
    const { issuer, keys, signToken } = await startRotatedIssuer()
    const stranger = await newKey('stranger')
    for (let attempt = 0; attempt < 3; attempt += 1)
      await assert.rejects(
        keys.verify(await signToken(stranger), audience),
        errors.JWKSNoMatchingKey,
      )
    assert.equal(issuer.state.keyRequestCount, 2)
  })
})
