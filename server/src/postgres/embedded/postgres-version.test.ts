import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBinaries, versionOf } from './binaries.ts'
import { explainOldVersion, newestKnownVersion, parseVersion } from './postgres-version.ts'

test('an older minor version is warned about, and the newest one and later ones are not', () => {
  assert.match(
    explainOldVersion('18.4', '18.7') ?? '',
    /^The embedded PostgreSQL is 18\.4, and 18\.7 /,
  )
  assert.match(explainOldVersion('18.9 (Debian 18.9-1)', '18.10') ?? '', /is 18\.9, and 18\.10 /)
  assert.equal(explainOldVersion('18.7 (Debian 18.7-1.pgdg12+1)', '18.7'), undefined)
  assert.equal(explainOldVersion('18.8', '18.7'), undefined)
})

test('the newest known version is of the major version of the package, and not older', async () => {
  const packaged = parseVersion(await versionOf(await findBinaries()))
  const known = parseVersion(newestKnownVersion)
  assert.equal(packaged.major, known.major)
  assert.ok(packaged.minor <= known.minor)
})
