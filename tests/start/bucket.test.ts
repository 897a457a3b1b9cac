// Tests a server that stores files in a bucket: kills it, backs it up, and starts it with wrong keys.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { connectAsServer, queryDatabase, upload } from '../support/busy-market.ts'
import { runScript } from '../support/command.ts'
import { liftLimits } from '../support/lift-limits.ts'
import { startS3 } from '../support/s3/s3-server.ts'
import { failToStart, type Server, startServer, temporaryFolder, until } from '../support/server.ts'

async function startService() {
  const service = await startS3()
  after(service.close)
  const filesIn = () => [...service.objects.keys()].filter((key) => key !== '.owner')
  return { ...service, filesIn }
}

function bytesOf(lane: number, n: number) {
  return Buffer.from(`%PDF-1.7\n${lane}-${n}\n%%EOF\n`.padEnd(50_000, `${lane}-${n} `))
}

async function rowsOf(server: Server) {
  return queryDatabase(
    server,
    `select name, version, metadata ->> 'sha256' as sha256 from storage.objects where version is not null`,
  )
}

suite('kill -9 during uploads to a bucket', () => {
  // @covers files.s3-kill
  test('keeps acknowledged files whole, and after the sweep no others', async () => {
    const service = await startService()
    const server = await startServer({ settings: service.settings })
    await liftLimits(server.connection)
    const { storage } = connectAsServer(server)
    const acknowledged = new Set<string>()
    const lanes = Array.from({ length: 4 }, async (_, lane) => {
      for (let n = 0; ; n += 1) {
        const path = `archive/r${lane}-${n}.pdf`
        const { error } = await storage
          .from('documents')
          .upload(path, bytesOf(lane, n), { contentType: 'application/pdf' })
        if (error) return
        acknowledged.add(path)
      }
    })
    await until(() => acknowledged.size >= 20)
    process.kill(server.serverPid, 'SIGKILL')
    await Promise.all(lanes)
    await server.waitForExit()

    for (const object of service.objects.values()) object.changedAt = new Date(0)
    const settings = { ...service.settings, DATA_DIR: server.dataFolder }
    const next = await startServer({ settings })
    await until(async () => service.filesIn().length === (await rowsOf(next)).length)
    const rows = await rowsOf(next)
    const names = new Set(rows.map(({ name }) => name))
    for (const path of acknowledged) assert.ok(names.has(path), path)
    for (const { version, sha256 } of rows) {
      const object = service.objects.get(`${String(version).slice(0, 2)}/${String(version)}`)
      assert.ok(object)
      assert.equal(createHash('sha256').update(object.bytes).digest('hex'), sha256)
    }
    await next.stop()
  })
})

suite('a backup', () => {
  test('of files in a bucket names the bucket, and a restored copy does not change it', async () => {
    const service = await startService()
    const server = await startServer({ settings: service.settings })
    const uploader = connectAsServer(server)
    await upload(uploader, 'before', 'one')
    const target = join(await temporaryFolder(), 'one')
    const settings = { ...service.settings, DATA_DIR: server.dataFolder }
    const backup = await runScript('backup', [target], settings)
    assert.equal(backup.code, 0, backup.output)
    assert.match(backup.output, /are in the bucket mendwell-files, and not in the backup/)
    await upload(uploader, 'after', 'two')

    const copy = { ...service.settings, DATA_DIR: join(await temporaryFolder(), 'data') }
    const restore = await runScript('restore', [target], copy)
    assert.equal(restore.code, 0, restore.output)
    assert.match(restore.output, /Its files are in the bucket mendwell-files/)
    const { code, output } = await failToStart({ settings: copy })
    assert.equal(code, 1)
    assert.match(output, /The bucket mendwell-files belongs to another database\./)
    assert.equal(service.filesIn().length, 2)

    await server.stop()
    service.objects.delete('.owner')
    const next = await startServer({ settings: copy })
    assert.equal((await rowsOf(next)).length, 1)
    await next.stop()
  })
})

test('a start with wrong keys is refused in one line that does not repeat them', async () => {
  const { settings } = await startService()
  const wrong = { ...settings, S3_SECRET_ACCESS_KEY: 'not-the-secret' }
  const { code, output } = await failToStart({ settings: wrong })
  assert.equal(code, 1)
  assert.match(
    output,
    /^The bucket mendwell-files cannot be used\. The S3 service refused: 403 SignatureDoesNotMatch/m,
  )
  assert.doesNotMatch(output, /not-the-secret/)
})
