import { deepEqual, notEqual } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { wordsOfRefusal } from './refusals.ts'

const described = readFileSync(new URL('../../../../../docs/errors.md', import.meta.url), 'utf8')

/** As docs/errors.md lists them for addresses. */
function codesOfAddresses() {
  const [, list = ''] =
    /brings the code along in its address, as([^]*?)The screens/.exec(described) ?? []
  return [...list.matchAll(/`(\w+)`/g)].map(([, code = '']) => code).slice(3)
}

const unknown = wordsOfRefusal('nobody_knows')

test('every code that may stand in an address has a sentence of its own', () => {
  const codes = codesOfAddresses()
  notEqual(codes.length, 0)
  deepEqual(
    codes.filter((code) => wordsOfRefusal(code) === unknown),
    [],
  )
})

test('what the code of a way back may be refused with has one, too', () => {
  const codes = [
    'flow_state_not_found',
    'flow_state_expired',
    'bad_code_verifier',
    'pkce_code_verifier_not_found',
    'no_role',
  ]
  deepEqual(
    codes.filter((code) => wordsOfRefusal(code) === unknown),
    [],
  )
})
