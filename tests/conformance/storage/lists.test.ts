// Lists files with storage-js.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { expectData, pdf } from '../support/files.ts'
import { createActor } from '../support/market.ts'

const asPdf = { contentType: 'application/pdf' }

suite('lists', () => {
  // @covers 7.storage.list
  test('list shows folders first, then files, with order, search and pages', async () => {
    const lea = await createActor('consultant')
    const own = lea.client.storage.from('documents')
    for (const name of ['b', 'a', 'C']) {
      await expectData(own.upload(`${lea.id}/certification/${name}.pdf`, pdf, asPdf))
    }
    await expectData(own.upload(`${lea.id}/resume/r.pdf`, pdf, asPdf))
    const names = async (...[path, options]: Parameters<typeof own.list>) =>
      (await expectData(own.list(path, options))).map(({ name }) => name)
    assert.deepEqual(await names(lea.id), ['certification', 'resume'])
    const folder = `${lea.id}/certification`
    assert.deepEqual(await names(folder), ['C.pdf', 'a.pdf', 'b.pdf'])
    assert.deepEqual(await names(`${folder}/`, { limit: 1, offset: 1 }), ['a.pdf'])
    const byTime = { sortBy: { column: 'created_at', order: 'desc' } }
    assert.deepEqual(await names(folder, byTime), ['C.pdf', 'a.pdf', 'b.pdf'])
    assert.deepEqual(await names(folder, { search: 'c' }), ['C.pdf'])
    const [entry] = await expectData(own.list(lea.id))
    assert.deepEqual([entry?.id, entry?.metadata], [null, null])
    const [file] = await expectData(own.list(folder))
    assert.equal(file?.metadata?.['size'], pdf.length)
    assert.deepEqual(await names('nowhere'), [])
  })

  // @covers wire.list-v2
  test('listV2 pages through all names, or folder by folder, with a cursor', async () => {
    const lea = await createActor('consultant')
    const own = lea.client.storage.from('documents')
    for (const name of ['resume/1', 'certification/1', 'certification/2', 'certification/3']) {
      await expectData(own.upload(`${lea.id}/${name}.pdf`, pdf, asPdf))
    }
    for (const column of ['name', 'created_at'] as const) {
      for (const order of ['asc', 'desc'] as const) {
        const seen: string[] = []
        let cursor: string | undefined
        do {
          const sortBy = { column, order }
          const options = { prefix: `${lea.id}/`, limit: 3, sortBy, ...(cursor ? { cursor } : {}) }
          const page = await expectData(own.listV2(options))
          seen.push(...page.objects.map(({ name }) => name))
          assert.equal(page.hasNext, page.nextCursor !== undefined)
          cursor = page.nextCursor
        } while (cursor)
        assert.equal(new Set(seen).size, 4, `${column} ${order}`)
        if (column === 'name') {
          const sorted = seen.toSorted()
          assert.deepEqual(seen, order === 'asc' ? sorted : sorted.toReversed())
        }
      }
    }
    const parts = await expectData(own.listV2({ prefix: `${lea.id}/`, with_delimiter: true }))
    assert.deepEqual(
      parts.folders.map(({ name }) => name),
      [`${lea.id}/certification/`, `${lea.id}/resume/`],
    )
    assert.deepEqual(parts.objects, [])
  })
})
