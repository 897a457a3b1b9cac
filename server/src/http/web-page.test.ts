import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { startApp } from '../../tests/support/app.ts'

const { ask, port } = await startApp()
const shell = await ask('/facility-dashboard')
const asset = /\/assets\/[\w.-]+\.js/.exec(shell.body)?.[0] ?? 'no script in the shell'

suite('pages', () => {
  test('a prerendered path gets its own page, with or without a slash', async () => {
    const page = await ask('/marketing')
    assert.equal(page.status, 200)
    assert.match(page.body, /<h1>Maintenance work/)
    assert.equal((await ask('/marketing/')).body, page.body)
    assert.equal((await ask('/marketing?from=mail')).body, page.body)
  })

  test('any other path of the app gets the shell', async () => {
    for (const path of ['/shell', '/chat/job/1', '/nowhere/at/all']) {
      assert.equal((await ask(path)).body, shell.body)
    }
  })

  test('the start of the site redirects to the public page without loading the app', async () => {
    for (const method of ['GET', 'HEAD']) {
      for (const path of ['/', '/?from=mail']) {
        const { status, headers, body } = await ask(path, { method })
        assert.deepEqual([status, headers.location, body], [302, '/marketing', ''])
        assert.equal(headers['cache-control'], 'no-cache')
      }
    }
  })

  test('the start of the site redirects an error of a sign-in provider to the login page', async () => {
    const { status, headers } = await ask('/?error=denied&error_code=bad%20state%26next%3Dx')
    assert.equal(status, 302)
    assert.equal(headers.location, '/login?error_code=bad+state%26next%3Dx')
  })

  test('are not at the usual addresses of API descriptions', async () => {
    for (const path of ['/docs', '/swagger', '/swagger/index', '/api/', '/GraphQL', '/redoc?x']) {
      const { status, headers } = await ask(path, { headers: { accept: 'text/html' } })
      assert.equal(status, 404, path)
      assert.match(headers['content-type'] ?? '', /json/)
    }
    assert.equal((await ask('/docsmith')).body, shell.body)
  })

  test('are revalidated each time, and sent again only after a change', async () => {
    const { headers } = await ask('/marketing')
    assert.equal(headers['cache-control'], 'no-cache')
    const revalidated = await ask('/marketing', {
      headers: { 'if-none-match': headers.etag ?? '' },
    })
    assert.equal(revalidated.status, 304)
  })

  test('HEAD is like GET without a body', async () => {
    const { status, body, headers } = await ask('/marketing', { method: 'HEAD' })
    assert.equal(status, 200)
    assert.equal(body, '')
    assert.ok(Number(headers['content-length']) > 0)
  })
})

suite('files', () => {
  test('of a build never change, and are cached for a year', async () => {
    const { status, headers } = await ask(asset)
    assert.equal(status, 200)
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.match(headers['content-type'] ?? '', /javascript/)
  })

  test('are sent as the build has compressed them', async () => {
    const plain = await ask(asset)
    for (const encoding of ['br', 'gzip']) {
      // fetch decompresses the body, so the text equals the text of the plain response.
      const headers = { 'accept-encoding': encoding }
      const response = await fetch(`http://127.0.0.1:${port}${asset}`, { headers })
      assert.equal(response.headers.get('content-encoding'), encoding)
      assert.match(response.headers.get('vary') ?? '', /accept-encoding/i)
      assert.equal(await response.text(), plain.body)
    }
  })

  for (const path of [
    '/assets/missing.js',
    '/assets/',
    '/missing.png',
    '/.well-known/security.txt',
    '/.stamp',
    '/index.html.br',
    '/../package.json',
    '/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
  ]) {
    test(`${path} is 404`, async () => {
      const { status, body } = await ask(path)
      assert.equal(status, 404)
      assert.match(body, /"code":"not_found"/)
    })
  }
})

suite('the service worker', () => {
  test('is revalidated each time, compressed or not, and may only send requests to this server', async () => {
    for (const encoding of ['br', 'identity']) {
      const { status, headers } = await ask('/sw.js', { headers: { 'accept-encoding': encoding } })
      assert.equal(status, 200)
      assert.match(headers['content-type'] ?? '', /javascript/)
      assert.equal(headers['cache-control'], 'no-cache')
      assert.match(
        String(headers['content-security-policy']),
        /^default-src 'self'; object-src 'none'; base-uri 'none';/,
      )
    }
  })

  test('names the build of the page', async () => {
    const build = /data-build="([^"]+)"/.exec(shell.body)?.[1] ?? 'none'
    assert.ok((await ask('/sw.js')).body.includes(build))
    assert.doesNotMatch((await ask('/marketing')).body, /data-build/)
  })

  test('lists files that exist', async () => {
    const worker = await ask('/sw.js')
    const files = [...worker.body.matchAll(/\/assets\/[\w.-]+/g)].map(([file]) => file)
    assert.ok(files.includes(asset))
    for (const file of files) assert.equal((await ask(file, { method: 'HEAD' })).status, 200, file)
  })
})

const manifestFile = z.object({
  name: z.literal('Mendwell'),
  start_url: z.literal('/login'),
  display: z.literal('standalone'),
  icons: z.array(
    z.object({
      src: z.string(),
      sizes: z.string(),
      type: z.string(),
      purpose: z.string().optional(),
    }),
  ),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string() })),
})

suite('the manifest', () => {
  test('makes the app installable, and its icons match', async () => {
    const { icons, shortcuts } = manifestFile.parse(
      JSON.parse((await ask('/manifest.webmanifest')).body),
    )
    assert.deepEqual(
      shortcuts.map(({ url }) => url),
      ['/inbox'],
    )
    assert.ok(icons.some(({ purpose }) => purpose === 'maskable'))
    for (const { src, sizes, type } of icons) {
      const response = await fetch(`http://127.0.0.1:${port}${src}`)
      assert.equal(response.headers.get('content-type'), type)
      if (type !== 'image/png') continue
      const image = Buffer.from(await response.arrayBuffer())
      assert.equal(`${image.readUInt32BE(16)}x${image.readUInt32BE(20)}`, sizes)
    }
  })
})

suite('files with the address of the site', () => {
  const social = /<meta property="og:image" content="([^"]+)"/

  test('get the address, which the build did not know', async () => {
    const page = await ask('/marketing')
    const image = social.exec(page.body)?.[1] ?? ''
    assert.ok(image.endsWith('/social-card.png'))
    assert.ok(URL.canParse(image))
    const { origin } = new URL(image)
    assert.match((await ask('/robots.txt')).body, new RegExp(`Sitemap: ${origin}/sitemap.xml`))
    assert.match((await ask('/sitemap.xml')).body, new RegExp(`<loc>${origin}/marketing</loc>`))
    for (const path of ['/marketing', '/robots.txt', '/sitemap.xml']) {
      assert.doesNotMatch((await ask(path)).body, /site\.invalid/)
    }
  })

  test('are compressed like other files', async () => {
    const plain = await ask('/marketing')
    for (const encoding of ['br', 'gzip']) {
      const headers = { 'accept-encoding': encoding }
      const response = await fetch(`http://127.0.0.1:${port}/marketing`, { headers })
      assert.equal(response.headers.get('content-encoding'), encoding)
      assert.equal(await response.text(), plain.body)
    }
  })
})

suite('the policy of a page', () => {
  const policyOf = async (path: string) =>
    String((await ask(path)).headers['content-security-policy'])

  test('contains the hash of each inline script, and allows no other inline script', async () => {
    const policy = await policyOf('/inbox')
    const scripts = [
      ...shell.body.matchAll(/<script(?: type="module" async="")?>([^]*?)<\/script>/g),
    ]
    assert.ok(scripts.length >= 3)
    for (const [, text = ''] of scripts) {
      assert.ok(policy.includes(createHash('sha256').update(text).digest('base64')))
    }
    assert.doesNotMatch(policy, /script-src[^;]*'unsafe/)
  })

  test('without scripts allows only its own styles', async () => {
    assert.doesNotMatch(await policyOf('/marketing'), /unsafe-inline/)
  })

  test('requires trusted types, and allows a policy only in pages with scripts', async () => {
    for (const [path, policies] of [
      ['/inbox', 'default'],
      ['/login', 'default'],
      ['/marketing', "'none'"],
      ['/sw.js', "'none'"],
    ] as const) {
      const policy = await policyOf(path)
      assert.match(policy, /; require-trusted-types-for 'script'; trusted-types /)
      assert.ok(policy.endsWith(`; trusted-types ${policies}`), path)
    }
  })

  test('allows nothing from other sites', async () => {
    const policy = await policyOf('/inbox')
    assert.doesNotMatch(policy, /http|\*/)
    for (const rule of [
      "default-src 'none'",
      "connect-src 'self'",
      "base-uri 'none'",
      "object-src 'none'",
    ]) {
      assert.ok(policy.includes(rule), rule)
    }
  })
})
