import assert from 'node:assert/strict'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { startCluster } from '../../../tests/support/test-cluster.ts'
import { findOwner } from './find-owner.ts'
import { takeOwnership } from './owner-lock.ts'

const { host, stop } = await startCluster()
after(stop)
const dataFolder = dirname(host)

test('the owner of a data folder is found until it ends', async () => {
  assert.equal(await findOwner(dataFolder), undefined)
  const connection = { host, user: 'postgres', database: 'postgres' }
  const owner = await takeOwnership(connection, { dataFolder, isAdopted: false })
  assert.match((await findOwner(dataFolder)) ?? '', new RegExp(`with pid ${process.pid}\\.`))
  const finding = findOwner(dataFolder)
  await owner.end()
  assert.equal(await finding, undefined)
})

test('a copy of a data folder has no owner', async () => {
  const connection = { host, user: 'postgres', database: 'postgres' }
  const owner = await takeOwnership(connection, { dataFolder, isAdopted: false })
  const copy = await mkdtemp(join(tmpdir(), 'mendwell-copy-'))
  await mkdir(join(copy, 'postgres'))
  await copyFile(join(host, 'postmaster.pid'), join(copy, 'postgres/postmaster.pid'))
  assert.equal(await findOwner(copy), undefined)
  assert.equal(await findOwner(join(copy, 'missing')), undefined)
  await rm(copy, { recursive: true })
  await owner.end()
})
