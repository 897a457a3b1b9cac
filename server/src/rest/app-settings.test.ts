import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startRestServer } from './testing.ts'

const { ask } = await startRestServer({ APP_SETTINGS: '{"region":"a \\"b\\", {c}","Name_2":""}' })

test('the values of APP_SETTINGS can be read in SQL', async () => {
  const read = async (name: string) => (await ask(`/rpc/setting?name=app.settings.${name}`)).json
  assert.equal(await read('region'), 'a "b", {c}')
  assert.equal(await read('Name_2'), '')
})
