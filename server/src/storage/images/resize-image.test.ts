// Checks the errors when a valid image cannot be resized.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { TimeBudget } from '../../http/time-budget.ts'
import { temporaryFolder } from '../../../tests/support/app.ts'
import { imageErrorFrom } from './decode-image.ts'
import { resizeImage } from './resize-image.ts'

const fullDevice = '/dev/full'
const abandoned = new AbortController().signal

suite('an intact picture', () => {
  for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const) {
    const name = `is not reported as damaged if the disk is full, for ${format}`
    test(name, { skip: !existsSync(fullDevice) }, async () => {
      const source = join(await temporaryFolder(), 'picture')
      const create = { width: 40, height: 40, channels: 3, background: 'red' } as const
      await writeFile(source, await sharp({ create }).png().toBuffer())
      const variant = { width: 20, height: 20, fit: 'cover', quality: 80, format } as const
      const resized = resizeImage(source, {
        to: fullDevice,
        variant,
        queueKey: 'picture',
        user: new TimeBudget(() => undefined).userFor('visitor'),
        abandoned,
      })
      await assert.rejects(resized, { status: 507, error: 'InsufficientStorage' })
    })
  }

  test('is not reported as damaged if resizing takes too long', () => {
    const { status, headers } = imageErrorFrom(new Error('timeout: 38% complete'))
    assert.deepEqual([status, headers['retry-after']], [503, '1'])
  })
})
