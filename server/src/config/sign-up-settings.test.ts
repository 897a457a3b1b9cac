import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readConfig } from './config.ts'

suite('ANONYMOUS_SIGN_IN', () => {
  test('is off by default, and needs open sign-up', () => {
    assert.equal(readConfig({ SIGNUP: 'open' }).signUp.allowsAnonymous, false)
    const open = { SIGNUP: 'open', ANONYMOUS_SIGN_IN: 'on' }
    assert.equal(readConfig(open).signUp.allowsAnonymous, true)
    assert.throws(() => readConfig({ ANONYMOUS_SIGN_IN: 'on' }), {
      message: /set SIGNUP=open as well/,
    })
  })
})

suite('AUTO_CONFIRM', () => {
  const open = { SIGNUP: 'open', AUTO_CONFIRM: 'on' }

  test('is off by default, and can be on for open sign-up on localhost', () => {
    const { signUp } = readConfig({ SIGNUP: 'open' })
    assert.deepEqual([signUp.isOpen, signUp.isAutoConfirmed], [true, false])
    assert.equal(readConfig(open).signUp.isAutoConfirmed, true)
  })

  test('stops the start if sign-up is closed', () => {
    assert.throws(() => readConfig({ AUTO_CONFIRM: 'on' }), { message: /set SIGNUP=open as well/ })
  })

  test('stops the start if the server is not local', () => {
    const SITE_URL = 'http://localhost'
    for (const exposed of [{ HOST: '0.0.0.0', SITE_URL }, { SITE_URL: 'https://work.example' }])
      assert.throws(() => readConfig({ ...open, ...exposed }), { message: /this machine only/ })
  })
})
