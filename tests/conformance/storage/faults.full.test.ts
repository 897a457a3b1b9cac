// Checks uploads and downloads that stall or are cut off.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { until } from '../../support/until.ts'
import { listIncoming, versionsOf, versionsOnDisk } from '../support/disk.ts'
import {
  expectStorageError,
  expectData,
  pathOf,
  pdf,
  png,
  expectRefusal,
  sendUpload,
  statusIn,
  uploadFile,
} from '../support/files.ts'
import { createActor } from '../support/market.ts'
import { beginDownload, lengthOf } from '../support/slow-download.ts'
import { beginRequest, beginUpload } from '../support/slow-upload.ts'

const kim = await createActor('consultant')
const documents = kim.client.storage.from('documents')
const asPdf = { contentType: 'application/pdf' }
const newPath = (kind = 'resume') => `documents/${pathOf(kim, kind, 'pdf')}`

// These requests start first, because the server takes half a minute to abort a stalled request.
const stalling = await createActor('consultant')
const stalled = await beginUpload(stalling, `documents/${pathOf(stalling, 'resume', 'pdf')}`, {
  length: 1000,
})
stalled.outgoing.write(pdf)
const stalledElsewhere = await beginRequest(stalling, '/rest/v1/rpc/conversation_with', {
  length: 1000,
  type: 'application/json',
})
stalledElsewhere.outgoing.on('error', () => {})
stalledElsewhere.outgoing.write('{')

// The user reaches the limit of 16 downloads at a time, so another download has to wait.
const idle = await createActor('consultant')
const long = await uploadFile(idle, 'resume', 'pdf', Buffer.concat([pdf, Buffer.alloc(20_000_000)]))
const unread = await Promise.all(Array.from({ length: 16 }, () => beginDownload(idle, long)))
let isExtraServed = false
const extraDownload = beginDownload(idle, long).then((response) => {
  isExtraServed = true
  return lengthOf(response)
})
await uploadFile(kim, 'resume')
const didExtraWait = !isExtraServed

const formStart =
  '--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\n' +
  `content-type: application/pdf\r\n\r\n${String(pdf)}`

/**
 * Returns a function that recognizes the files of uploads that start after this call. A count would change when stalled
 * uploads end.
 */
async function newVersionFilter() {
  const before = new Set(await listIncoming())
  return (name: string) => !before.has(name)
}

const uploadsEnd = () => until(async () => (await listIncoming()).length <= 1, 15_000)

suite('certifications', () => {
  // @covers 5.documents.certifications
  test('of ten at once, exactly three are stored with their own bytes', async () => {
    const lea = await createActor('consultant')
    const results = await Promise.all(
      Array.from({ length: 10 }, () =>
        sendUpload(lea, `documents/${pathOf(lea, 'certification', 'pdf')}`, {
          type: 'application/pdf',
        }),
      ),
    )
    const refused = results.filter(({ status }) => status !== 200)
    assert.equal(refused.length, 7)
    for (const reply of refused) expectRefusal(reply, 409, 'too_many_certifications')
    const versions = await versionsOf(lea.id)
    assert.equal(versions.length, 3)
    const onDisk = await versionsOnDisk()
    assert.ok(versions.every((version) => onDisk.has(version)))
    await uploadsEnd()
  })

  test('the fourth is refused before its bytes are sent', async () => {
    const lea = await createActor('consultant')
    for (let n = 0; n < 3; n += 1) await uploadFile(lea, 'certification')
    const path = `documents/${pathOf(lea, 'certification', 'pdf')}`
    const { reply, outgoing } = await beginUpload(lea, path, { length: 20_000_000 })
    expectRefusal(await reply, 409, 'too_many_certifications')
    outgoing.destroy()
  })
})

suite('a body', () => {
  test('that claims too much is refused before it is sent', async () => {
    const { reply, outgoing } = await beginUpload(kim, newPath(), { length: 30_000_000 })
    expectRefusal(await reply, 413, 'Payload too large')
    outgoing.destroy()
  })

  test('of a refused type is refused before it is sent', async () => {
    const { reply, outgoing } = await beginUpload(kim, newPath(), { length: 9, type: 'text/html' })
    expectRefusal(await reply, 415, 'invalid_mime_type')
    outgoing.destroy()
  })

  test("for somebody else's folder is refused before it is sent", async () => {
    const other = await createActor('consultant')
    const path = `documents/${pathOf(other, 'resume', 'pdf')}`
    const { reply, outgoing } = await beginUpload(kim, path, { length: 1000 })
    expectRefusal(await reply, 403, 'Unauthorized')
    outgoing.destroy()
  })

  test('without an end is cut at the limit', async () => {
    const path = newPath()
    const { reply, outgoing } = await beginUpload(kim, path)
    outgoing.on('error', () => {})
    const chunk = Buffer.alloc(256 * 1024, pdf)
    let sent = 0
    const writeChunks = () => {
      while (!outgoing.destroyed && sent < 200_000_000 && outgoing.write(chunk))
        sent += chunk.length
    }
    outgoing.on('drain', writeChunks)
    writeChunks()
    expectRefusal(await reply, 413, 'Payload too large')
    outgoing.destroy()
    await uploadsEnd()
    await expectStorageError(documents.info(path.slice('documents/'.length)), 404)
  })

  for (const [what, options] of [
    ['of a known length', { length: 5000 }],
    ['in chunks', {}],
    ['of a form', { type: 'multipart/form-data; boundary=x', length: 5000 }],
  ] as const) {
    test(`${what} that is cut off leaves nothing`, async () => {
      const path = newPath()
      const before = await versionsOnDisk()
      const isNew = await newVersionFilter()
      const { outgoing } = await beginUpload(kim, path, options)
      outgoing.on('error', () => {})
      outgoing.write('type' in options ? formStart : pdf)
      await until(async () => (await listIncoming()).some(isNew))
      outgoing.destroy()
      await until(async () => !(await listIncoming()).some(isNew), 15_000)
      await expectStorageError(documents.info(path.slice('documents/'.length)), 404)
      assert.deepEqual(await versionsOnDisk(), before)
    })
  }

  test('that is longer than declared stores no extra byte', async () => {
    const path = newPath('certification')
    const { reply, outgoing } = await beginUpload(kim, path, { length: pdf.length })
    outgoing.on('error', () => {})
    outgoing.socket?.write(Buffer.concat([pdf, Buffer.from('and more of it')]))
    // The server reads the extra bytes as a second request. The upload may succeed or be refused.
    assert.ok([200, 400].includes((await reply).status))
    outgoing.destroy()
    await uploadsEnd()
    const { data } = await documents.info(path.slice('documents/'.length))
    assert.ok(data === null || data.size === pdf.length)
  })
})

for (const type of ['application/pdf', 'multipart/form-data; boundary=x']) {
  test(
    `a client that disconnects while it waits to send ${type} delays nobody`,
    { timeout: 20_000 },
    async () => {
      const lea = await createActor('consultant')
      const begin = async () => {
        const path = `documents/${pathOf(lea, 'resume', 'pdf')}`
        const { outgoing } = await beginUpload(lea, path, { length: 5000, type })
        outgoing.on('error', () => {})
        outgoing.write(type === 'application/pdf' ? pdf : formStart)
        return outgoing
      }
      const isNew = await newVersionFilter()
      const uploads = await Promise.all(Array.from({ length: 4 }, begin))
      await until(async () => (await listIncoming()).filter(isNew).length >= 4)
      const waiting = await Promise.all(Array.from({ length: 12 }, begin))
      // When the server has answered the 12 list requests, it has also queued the 12 uploads.
      const { storage } = lea.client
      for (let n = 0; n < 12; n += 1) await expectData(storage.from('documents').list(lea.id))
      for (const outgoing of [...waiting, ...uploads]) outgoing.destroy()
      await uploadFile(lea, 'resume')
    },
  )
}

suite('the bytes', () => {
  test('of replaced, removed and moved files are deleted, and no others', async () => {
    const lea = await createActor('consultant')
    const own = lea.client.storage.from('documents')
    const [one, other, third] = [
      await uploadFile(lea, 'certification'),
      await uploadFile(lea, 'certification'),
      await uploadFile(lea, 'certification'),
    ]
    const before = await versionsOf(lea.id)
    await expectData(own.update(one, Buffer.concat([pdf, pdf]), asPdf))
    await expectData(own.remove([other]))
    await expectData(own.move(third, pathOf(lea, 'certification', 'pdf')))
    const now = await versionsOf(lea.id)
    const replaced = before.filter((version) => !now.includes(version))
    assert.deepEqual([replaced.length, now.length], [2, 2])
    await until(async () => {
      const onDisk = await versionsOnDisk()
      return replaced.every((version) => !onDisk.has(version))
    })
    const onDisk = await versionsOnDisk()
    assert.ok(now.every((version) => onDisk.has(version)))
  })

  test('of an upload that is refused at its end are deleted', async () => {
    const before = await versionsOnDisk()
    const image = await png()
    const path = `user-files/${pathOf(kim, 'picture', 'png')}`
    const results = await Promise.all(
      Array.from({ length: 6 }, () => sendUpload(kim, path, { type: 'image/png', body: image })),
    )
    assert.deepEqual(
      results.map(statusIn).toSorted((one, two) => one - two),
      [200, 409, 409, 409, 409, 409],
    )
    assert.equal((await versionsOnDisk()).size, before.size + 1)
  })

  test('are always those of one upload, even if many replace each other', async () => {
    const path = await uploadFile(kim, 'resume')
    const bodies = Array.from({ length: 8 }, (_, n) =>
      Buffer.concat([pdf, Buffer.alloc(50_000, String(n))]),
    )
    const candidates = new Set(bodies)
    const readLoop = (async () => {
      while (candidates.size > 0) {
        const text = await (await expectData(documents.download(path))).text()
        assert.ok(text === String(pdf) || bodies.some((body) => String(body) === text))
      }
    })()
    await Promise.all(
      bodies.map(async (body) => {
        await expectData(documents.update(path, body, asPdf))
        candidates.delete(body)
      }),
    )
    await readLoop
  })
})

test('a small body that stalls on another route is aborted too', async () => {
  const { status, text } = await stalledElsewhere.reply
  assert.deepEqual([status, text.includes('"timeout"')], [408, true])
})

test('downloads that are not read are aborted, and limited until then', async () => {
  assert.ok(didExtraWait)
  assert.equal(await extraDownload, 20_000_000 + pdf.length)
  const lengths = await Promise.all(unread.map(lengthOf))
  assert.ok(
    lengths.some((length) => length < 20_000_000),
    lengths.join(),
  )
})

test('a body that stalls is aborted after half a minute, and delays nobody', async () => {
  await uploadFile(kim, 'resume')
  await uploadFile(stalling, 'resume')
  expectRefusal(await stalled.reply, 408, 'timeout')
  stalled.outgoing.destroy()
  await until(async () => (await listIncoming()).length === 0, 15_000)
})
