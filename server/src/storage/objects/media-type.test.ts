import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { detectType } from './media-type.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const zip = Buffer.from('504b030414000000000000000000000000000000000000000000', 'hex')
const text = Buffer.from('hello')
const xml = Buffer.from('<?xml version="1.0"?><svg/>')
const unknownType = 'application/octet-stream'

suite('the type of a file', () => {
  for (const [description, bytes, declared, expected] of [
    ['a picture', png, 'image/png', 'image/png'],
    ['a picture sent as octet-stream', png, unknownType, 'image/png'],
    [
      'a document in a zip container',
      zip,
      'application/vnd.oasis.opendocument.text',
      'application/vnd.oasis.opendocument.text',
    ],
    ['text', text, 'text/plain', 'text/plain'],
    ['a picture without a type', png, 'text/plain', 'text/plain'],
    ['JSON', Buffer.from('{}'), 'application/json', 'application/json'],
    ['an SVG drawing', xml, 'image/svg+xml', 'image/svg+xml'],
    ['a CSV in Latin-1', Buffer.from('caf\u00e9', 'latin1'), 'text/csv', 'text/csv'],
    ['a CSV in UTF-16', Buffer.from('\ufeffa;b', 'utf16le'), 'text/csv', 'text/csv'],
    ['unknown bytes', text, unknownType, unknownType],
    ['a type without a signature', text, 'application/x-own', 'application/x-own'],
  ] as const) {
    test(`${description} is ${expected}`, async () => {
      assert.equal(await detectType(bytes, { declared, isStrict: true }), expected)
    })
  }

  for (const [description, bytes, declared, noun] of [
    ['a picture as another image type', png, 'image/jpeg', 'image'],
    ['a picture as HTML', png, 'text/html', 'text file'],
    ['text as a picture', text, 'image/png', 'image'],
    ['text as an unknown image type', text, 'image/x-unknown', 'image'],
    ['text as PDF', text, 'application/pdf', 'PDF'],
    ['text as a video', text, 'video/mp4', 'video'],
    ['text as audio', text, 'audio/mpeg', 'audio file'],
    ['a zip as a picture', zip, 'image/png', 'image'],
    ['binary data as CSV', Buffer.from('a\0b'), 'text/csv', 'text file'],
    ['binary data as HTML', Buffer.from('\x01\0'), 'text/html', 'text file'],
    [
      'binary data as JSON',
      Buffer.from('{"a":"\0"}'),
      'application/json',
      'file of type application/json',
    ],
    ['XML as a picture', xml, 'image/png', 'image'],
  ] as const) {
    test(`${description} is refused, and the reason names the type`, async () => {
      const message = `This isn't a valid ${noun}.`
      await assert.rejects(detectType(bytes, { declared, isStrict: true }), {
        status: 415,
        message,
      })
    })
  }
})

const webm = Buffer.concat([
  Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'),
  Buffer.alloc(64),
])
const oggOpus = Buffer.concat([
  Buffer.from('4f67675300020000000000000000', 'hex'),
  Buffer.alloc(14),
  Buffer.from('OpusHead'),
  Buffer.alloc(32),
])
const mp4 = (brand: string) =>
  Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from(`ftyp${brand}`), Buffer.alloc(32)])
const wav = Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(32)])
const mp3 = Buffer.concat([
  Buffer.from('ID3\x03\0\0\0\0\0\0'),
  Buffer.from('fffb9064', 'hex'),
  Buffer.alloc(64),
])
const icon = Buffer.concat([Buffer.from('00000100010010100000', 'hex'), Buffer.alloc(64)])
const gzip = Buffer.concat([Buffer.from('1f8b0800', 'hex'), Buffer.alloc(32)])
const page = Buffer.from('<!doctype html><script>alert(1)</script>')

suite('the type of a file in a bucket without rules of the application', () => {
  for (const [declared, bytes] of [
    ['audio/webm', webm],
    ['video/webm', webm],
    ['audio/ogg', oggOpus],
    ['audio/opus', oggOpus],
    ['audio/mp4', mp4('isom')],
    ['audio/m4a', mp4('M4A ')],
    ['audio/x-m4a', mp4('M4A ')],
    ['video/mp4', mp4('M4V ')],
    ['video/quicktime', mp4('isom')],
    ['audio/x-wav', wav],
    ['audio/wave', wav],
    ['audio/mp3', mp3],
    ['image/heic', mp4('mif1')],
    ['image/heif', mp4('heic')],
    ['image/vnd.microsoft.icon', icon],
    ['application/zip', zip],
    ['application/x-zip-compressed', zip],
    ['application/x-gzip', gzip],
    ['application/gzip', gzip],
    ['application/x-own', png],
    ['audio/basic', Buffer.alloc(64)],
  ] as const) {
    test(`may be ${declared}, if clients call the format so`, async () => {
      assert.equal(await detectType(bytes, { declared, isStrict: false }), declared)
    })
  }

  test('is the real one for a picture that can be resized', async () => {
    assert.equal(await detectType(png, { declared: 'image/jpeg', isStrict: false }), 'image/png')
  })

  for (const [description, declared, bytes] of [
    ['a page as a picture', 'image/png', page],
    ['a page as an unknown type of picture', 'image/x-own', page],
    ['a page as a PDF', 'application/pdf', page],
    ['a page as sound', 'audio/webm', page],
    ['a page as a font', 'font/woff2', page],
    ['an SVG drawing as a picture', 'image/png', xml],
    ['an archive as a picture', 'image/png', zip],
    ['a picture as a PDF', 'application/pdf', png],
    ['a picture as a page', 'text/html', png],
    ['a picture as an archive', 'application/zip', png],
  ] as const) {
    test(`is refused for ${description}`, async () => {
      await assert.rejects(detectType(bytes, { declared, isStrict: false }), { status: 415 })
    })
  }

  test('has to be exact where the application lists the types', async () => {
    for (const [declared, bytes] of [
      ['audio/webm', webm],
      ['image/jpeg', png],
      ['application/x-own', png],
    ] as const) {
      await assert.rejects(detectType(bytes, { declared, isStrict: true }), { status: 415 })
    }
  })
})
