// The built web page: files as they are, compressed when they were built, and a page for every path
// of the app.
import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from './errors.ts'
import { policyFor } from './page-policy.ts'
import { readSiteFile, sendSiteFile, type SiteFile } from './site-files.ts'

const builds = fileURLToPath(new URL('../../../web/build', import.meta.url))

/** Below these there are files and services, never a page. */
const noPage =
  /^\/(?:healthz|metrics|config\.json|assets|rest|auth|storage|realtime|functions|\.well-known)(?:\/|$)/i

/** For machines that read the site; both name it. */
const listings = ['robots.txt', 'sitemap.xml']

/** The worker of the page asks this server alone. */
const workerPolicy =
  "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

interface Page {
  file: string
  policy: string
  ofSite: SiteFile | undefined
}

export async function addWebPage(app: FastifyInstance, site: string) {
  const build = await readFile(join(builds, 'current'), 'utf8').catch(() => undefined)
  if (!build) {
    app.log.warn('The web page is not built: only the services answer.')
    app.setNotFoundHandler((_request, reply) => notFound(reply))
    return
  }
  const folder = join(builds, build, 'client')
  const pages = await readPages(folder, site)
  await addListings(app, folder, site)
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz', '**/*.html', ...listings],
    setHeaders: (reply, path) => {
      reply.header('cache-control', cachingOf(path))
      if (path.includes('/sw.js')) reply.header('content-security-policy', workerPolicy)
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const page = isForPage(request) ? pageFor(pages, request.url) : undefined
    if (!page) return notFound(reply)
    reply.header('content-security-policy', page.policy)
    return page.ofSite ? sendSiteFile(request, reply, page.ofSite) : reply.sendFile(page.file)
  })
}

async function addListings(app: FastifyInstance, folder: string, site: string) {
  for (const name of listings) {
    const file = await readSiteFile(join(folder, name), site)
    if (file) app.get(`/${name}`, (request, reply) => sendSiteFile(request, reply, file))
  }
}

async function readPages(folder: string, site: string) {
  const files = await Array.fromAsync(glob('**/*.html', { cwd: folder }))
  const pages = files.map(async (file): Promise<[path: string, page: Page]> => {
    const html = await readFile(join(folder, file), 'utf8')
    const ofSite = await readSiteFile(join(folder, file), site)
    return [`/${dirname(file)}`, { file, policy: policyFor(html), ofSite }]
  })
  return new Map(await Promise.all(pages))
}

function isForPage({ method, url }: FastifyRequest) {
  const path = pathOf(url)
  const isFile = path.slice(path.lastIndexOf('/')).includes('.')
  return (method === 'GET' || method === 'HEAD') && !isFile && !noPage.test(path)
}

/** The page built for this path, or the app's shell, which finds out for itself. */
function pageFor(pages: Map<string, Page>, url: string) {
  const path = pathOf(url)
  return pages.get(path.replace(/\/$/, '')) ?? pages.get('/.')
}

function pathOf(url: string) {
  return url.split('?', 1)[0] ?? url
}

function cachingOf(path: string) {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable'
  // Asked for again each time, and mostly answered by 304.
  return 'no-cache'
}
