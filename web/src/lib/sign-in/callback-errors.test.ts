import { deepEqual, notEqual } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { callbackErrorMessage } from './callback-errors.ts'

const errorPage = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8')

/** Returns the codes that docs/errors.md lists for redirects. */
function documentedCodes() {
  const [, list = ''] = /The codes are([^]*?)The screens/.exec(errorPage) ?? []
  return [...list.matchAll(/`(\w+)`/g)].map(([, code = '']) => code)
}

const unknown = callbackErrorMessage('nobody_knows')

// @covers screens.login.callback-errors
test('every error code of the redirect has its own sentence', () => {
  const codes = documentedCodes()
  notEqual(codes.length, 0)
  deepEqual(
    codes.filter((code) => callbackErrorMessage(code) === unknown),
    [],
  )
})

// @covers screens.login.callback-errors
test('every error of the code exchange has its own sentence', () => {
  const codes = [
    'flow_state_not_found',
    'flow_state_expired',
    'bad_code_verifier',
    'pkce_code_verifier_not_found',
    'no_role',
  ]
  deepEqual(
    codes.filter((code) => callbackErrorMessage(code) === unknown),
    [],
  )
})
